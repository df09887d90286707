package dev.poolfit.verdict;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;

/**
 * How one setting did over all its valid trials.
 *
 * @param settings the effective settings
 * @param trials how many trials, at least 1
 * @param throughput good responses a second
 * @param meanMs mean response time
 * @param p99Ms 99th percentile of response times
 * @param errorRate failed requests as a share of all; a Wilson interval
 * @param standing how it stands to the goal
 */
public record Performance(
        Settings settings,
        int trials,
        Interval throughput,
        double meanMs,
        Interval p99Ms,
        Interval errorRate,
        Standing standing) {
    /** How a setting stands to the goal. */
    public enum Standing {
        MEETS,
        FAILS,
        /** The intervals still straddle a bound. */
        UNCLEAR
    }

    /** The same figures, standing otherwise. */
    Performance standing(Standing other) {
        return new Performance(settings, trials, throughput, meanMs, p99Ms, errorRate, other);
    }
}
