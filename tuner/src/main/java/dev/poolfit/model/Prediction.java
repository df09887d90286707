package dev.poolfit.model;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;

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
 */
public record Prediction(
        Settings settings,
        Interval throughput,
        Interval meanMs,
        Interval p99Ms,
        Interval errorRate,
        Bound bound,
        boolean extrapolated) {}
