package dev.poolfit.verdict;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Checks;
import dev.poolfit.verdict.reason.MeasuredSetting;

/**
 * The figures of one setting over all its valid trials.
 *
 * @param settings the effective settings
 * @param trials their number, at least 1
 * @param throughput good responses a second, at least 0; an upper end that is not known is infinite
 * @param meanMs mean response time, at least 0 and finite
 * @param p99Ms 99th percentile of response times, at least 0; an upper end that is not known is infinite
 * @param errorRate failed requests as a share of all, 0 to 1; a Wilson interval
 * @param standing its standing to the goal
 */
public record Performance(
        Settings settings,
        int trials,
        Interval throughput,
        double meanMs,
        Interval p99Ms,
        Interval errorRate,
        Standing standing) {
    public Performance {
        Checks.atLeast("trials", 1, trials);
        Checks.atLeast("throughput", 0, throughput);
        Checks.atLeast("meanMs", 0, meanMs);
        Checks.atLeast("p99Ms", 0, p99Ms);
        Checks.within("errorRate", 0, 1, errorRate);
    }

    /** The standing of a setting to the goal. */
    public enum Standing {
        MEETS,
        FAILS,
        /** The intervals still straddle a bound. */
        UNCLEAR
    }

    /** Returns the figures that a reason tells. */
    public MeasuredSetting measured() {
        return new MeasuredSetting(settings, trials, throughput, p99Ms.told(), errorRate.mean());
    }

    /** Returns these figures with another throughput. */
    public Performance throughput(Interval other) {
        return new Performance(settings, trials, other, meanMs, p99Ms, errorRate, standing);
    }

    /** Returns these figures with another standing. */
    public Performance standing(Standing other) {
        return new Performance(settings, trials, throughput, meanMs, p99Ms, errorRate, other);
    }
}
