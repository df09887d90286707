package dev.poolfit.trial;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.experiment.Goal;
import java.util.List;

/** Tells early that a setting cannot meet the goal, so that no time and no load is wasted on it. */
record FutilityRule(Goal goal) {
    private static final int LEAST_SECONDS = 3;
    /** The share of the goal below which no further second can mend it. */
    private static final double FAR = 0.85;

    private static final double MANY_ERRORS = 0.02;

    boolean after(List<Sample> window) {
        if (window.size() < LEAST_SECONDS) {
            return false;
        }
        double[] rates = window.stream()
                .mapToDouble(sample -> sample.get(Metric.THROUGHPUT).orElse(0))
                .toArray();
        Interval rate = Statistics.rate(rates);
        boolean slow = goal.throughput()
                .filter(wanted -> rate.high() < FAR * wanted.perSecond())
                .isPresent();
        double failures = window.stream()
                .mapToDouble(sample -> sample.get(Metric.FAILURES).orElse(0))
                .average()
                .orElse(0);
        double share = failures / Math.max(1e-9, failures + rate.mean());
        boolean failing = goal.errors()
                .filter(limit -> share > limit.fraction() + MANY_ERRORS)
                .isPresent();
        return slow || failing;
    }
}
