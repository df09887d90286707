package dev.poolfit.verdict.search;

import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.comparison.ComparisonWithBest;
import dev.poolfit.verdict.reason.Undecided;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;

/**
 * Finds a wider margin for which what was measured gives an answer, where it gives none for that of the goal.
 *
 * @param margin of the goal, a share of the best throughput
 * @param comparisons what is known with another margin
 * @param complete whether nothing larger has to be compared before an answer is one
 */
record WiderMargin(
        double margin, DoubleFunction<ComparisonWithBest> comparisons, Predicate<ComparisonWithBest> complete) {
    /** Shares that somebody may well give away. */
    private static final double[] WIDER = {0.05, 0.07, 0.1};

    ComparisonWithBest as(double other) {
        return comparisons.apply(other);
    }

    /** Adds it to a conclusion that the comparisons alone leave open. */
    Conclusion told(Conclusion conclusion) {
        boolean open = conclusion.reasons().stream()
                .anyMatch(each -> each instanceof Undecided.NoneShown || each instanceof Undecided.SmallestNotDecided);
        return DoubleStream.of(WIDER)
                .filter(wider -> open && wider > margin)
                .boxed()
                .flatMap(wider -> enough(wider).stream())
                .findFirst()
                .map(conclusion::with)
                .orElse(conclusion);
    }

    private Optional<Undecided.WithMargin> enough(double wider) {
        ComparisonWithBest known = as(wider);
        return known.answered() && complete.test(known)
                ? Optional.of(new Undecided.WithMargin(
                        wider, known.axis().settings(known.answer().orElseThrow())))
                : Optional.empty();
    }
}
