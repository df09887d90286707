package dev.poolfit.model.fit;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Checks;
import dev.poolfit.model.simulation.SteadyStates;
import dev.poolfit.model.solver.Bound;
import java.util.Optional;

/**
 * The model's prediction of one setting, with 95 % intervals for the mean of a long run.
 *
 * @param settings pool and threads, and whatever else was given
 * @param throughput good responses a second, at least 0; an upper end that is not known is infinite
 * @param meanMs mean response time, at least 0; likewise
 * @param p99Ms 99th percentile of the response time, at least 0; likewise
 * @param errorRate requests that fail, for want of a connection or as those that were measured, as a share of all, 0 to 1
 * @param bound its bottleneck
 * @param extrapolated whether it lies outside the range of the measurements
 * @param states the two steady states, where the fitted model has two; {@code throughput} spans both
 */
public record Prediction(
        Settings settings,
        Interval throughput,
        Interval meanMs,
        Interval p99Ms,
        Interval errorRate,
        Bound bound,
        boolean extrapolated,
        Optional<SteadyStates> states) {
    public Prediction {
        Checks.atLeast("throughput", 0, throughput);
        Checks.atLeast("meanMs", 0, meanMs);
        Checks.atLeast("p99Ms", 0, p99Ms);
        Checks.within("errorRate", 0, 1, errorRate);
    }

    /**
     * Returns this prediction where {@code share} more of all answers fail, whatever the setting.
     *
     * @param share 0 to 1
     */
    Prediction failing(double share) {
        if (share == 0) {
            return this;
        }
        double good = 1 - share;
        return new Prediction(
                settings,
                throughput.times(good),
                meanMs,
                p99Ms,
                new Interval(
                        share + good * errorRate.mean(),
                        share + good * errorRate.low(),
                        share + good * errorRate.high()),
                bound,
                extrapolated,
                states.map(each -> each.times(good)));
    }

    /** A prediction with one steady state. */
    public Prediction(
            Settings settings,
            Interval throughput,
            Interval meanMs,
            Interval p99Ms,
            Interval errorRate,
            Bound bound,
            boolean extrapolated) {
        this(settings, throughput, meanMs, p99Ms, errorRate, bound, extrapolated, Optional.empty());
    }
}
