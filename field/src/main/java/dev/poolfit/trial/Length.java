package dev.poolfit.trial;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.plan.TrialCost;
import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Says how long a trial measures: as long as planned, longer while too few requests have ended, and where the
 * experiment asks for a precision, until the throughput's interval has it or the trial's share of the budget is used.
 *
 * @param precision half the width of the interval as a share of the throughput
 * @param longest seconds that a trial may take for its precision
 */
record Length(Optional<Share> precision, int longest) {
    private static final int ENOUGH_REQUESTS = 200;
    /** The most that a window grows while too few requests have ended, in its planned lengths. */
    private static final int LONGEST_STRETCH = 3;
    /** The part of the budget that a trial may take for its precision: one in so many. */
    private static final int PART_OF_BUDGET = 15;
    /** The least seconds for a precision: to stop as soon as an interval is narrow by chance would break its coverage. */
    private static final int LEAST_FOR_PRECISION = 10;

    static Length of(Experiment experiment) {
        return new Length(experiment.precision(), (int) experiment.budget().toSeconds() / PART_OF_BUDGET);
    }

    /**
     * Returns whether it has measured long enough.
     *
     * @param window the seconds measured so far
     * @param planned the shortest time to measure
     */
    boolean reached(List<Sample> window, Duration planned) {
        int least = (int) Math.max(TrialCost.LEAST_SECONDS, planned.toSeconds());
        boolean enough = requests(window) >= ENOUGH_REQUESTS || window.size() >= LONGEST_STRETCH * least;
        return window.size() >= least && enough && (precision.isEmpty() || precise(window, precision.get()));
    }

    private boolean precise(List<Sample> window, Share wanted) {
        if (window.size() >= longest) {
            return true;
        }
        double[] rates = window.stream()
                .mapToDouble(sample -> sample.get(Metric.THROUGHPUT).orElse(0))
                .toArray();
        return rates.length >= LEAST_FOR_PRECISION && Statistics.rate(rates).relativeHalfWidth() <= wanted.fraction();
    }

    private static double requests(List<Sample> window) {
        return window.stream()
                .mapToDouble(sample -> sample.get(Metric.THROUGHPUT).orElse(0)
                        + sample.get(Metric.FAILURES).orElse(0))
                .sum();
    }
}
