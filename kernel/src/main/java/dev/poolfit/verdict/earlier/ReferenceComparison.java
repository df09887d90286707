package dev.poolfit.verdict.earlier;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Earlier;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.verdict.SearchProblem;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * An earlier table beside what is predicted and measured here. Machines differ, so that rates compare as shares of what the
 * table's best row gives.
 *
 * @param title what people call the table
 * @param rows every row, in the table's order; at least one
 */
public record ReferenceComparison(String title, List<Revisit> rows) {
    public ReferenceComparison {
        rows = List.copyOf(rows);
    }

    /** The table that an experiment names, beside what its trials say. */
    public static ReferenceComparison of(
            Earlier earlier, SearchProblem problem, Assumptions known, List<Trial> trials) {
        return new ReferenceComparison(earlier.title(), Revisit.of(earlier, problem, known, trials));
    }

    /** A row's rate as a share of the best row's, then. */
    public double thenShare(Revisit row) {
        return row.then() / best().then();
    }

    /** Returns the share of what is predicted here. */
    public OptionalDouble predictedShare(Revisit row) {
        return share(row, Revisit::predicted);
    }

    /** Returns the share of what is measured here. */
    public OptionalDouble measuredShare(Revisit row) {
        return share(row, Revisit::measured);
    }

    /** Returns how far predicted rates lie from the measured ones, each as a share of the measured one. */
    public double[] errors() {
        return rows.stream()
                .filter(row -> row.predicted().isPresent() && row.measured().isPresent())
                .filter(row -> row.measured().get().mean() > 0)
                .mapToDouble(row -> Math.abs(
                        row.predicted().get().mean() / row.measured().get().mean() - 1))
                .toArray();
    }

    private OptionalDouble share(Revisit row, Function<Revisit, Optional<Interval>> figure) {
        Optional<Interval> here = figure.apply(row);
        Optional<Interval> best = figure.apply(best());
        return here.isPresent() && best.isPresent() && best.get().mean() > 0
                ? OptionalDouble.of(here.get().mean() / best.get().mean())
                : OptionalDouble.empty();
    }

    private Revisit best() {
        return rows.stream().max(Comparator.comparingDouble(Revisit::then)).orElseThrow();
    }
}
