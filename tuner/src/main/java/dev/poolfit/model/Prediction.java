package dev.poolfit.model;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import java.util.Optional;

/**
 * What the model expects of one setting, with 95 % intervals for the mean of a long run.
 *
 * @param settings pool and threads, and whatever else was given
 * @param throughput good responses a second
 * @param meanMs mean response time
 * @param p99Ms 99th percentile of the response time
 * @param errorRate requests that fail for want of a connection, as a share of all, 0 to 1
 * @param bound what limits it
 * @param extrapolated whether it lies outside what the data carries
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
    /** One steady state. */
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
