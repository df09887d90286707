package dev.poolfit.verdict.reason;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;

/**
 * The figures of a setting over its valid trials.
 *
 * @param trials their number, at least 1
 * @param throughput good responses a second
 * @param p99Ms 99th percentile of response times; NaN where no trial tells it
 * @param errorRate failed requests as a share of all, 0 to 1
 */
public record MeasuredSetting(Settings settings, int trials, Interval throughput, double p99Ms, double errorRate) {}
