package dev.poolfit.verdict.search;

import dev.poolfit.verdict.comparison.ComparisonWithBest;
import dev.poolfit.verdict.reason.Undecided;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Finds a wider margin for which what was measured gives an answer, where it gives none for that of the goal.
 *
 * @param margin of the goal, a share of the best throughput
 * @param comparisons what is known with another margin
 */
record WiderMargin(double margin, DoubleFunction<ComparisonWithBest> comparisons) {
    /** Shares that somebody may well give away. */
    private static final double[] WIDER = {0.05, 0.07, 0.1};

    ComparisonWithBest as(double other) {
        return comparisons.apply(other);
    }

    Optional<Undecided.WithMargin> enough() {
        return as(margin).answered()
                ? Optional.empty()
                : DoubleStream.of(WIDER)
                        .filter(wider -> wider > margin)
                        .boxed()
                        .flatMap(wider -> enough(wider).stream())
                        .findFirst();
    }

    private Optional<Undecided.WithMargin> enough(double wider) {
        ComparisonWithBest known = as(wider);
        return known.answered()
                ? Optional.of(new Undecided.WithMargin(
                        wider, known.axis().settings(known.answer().orElseThrow())))
                : Optional.empty();
    }
}
