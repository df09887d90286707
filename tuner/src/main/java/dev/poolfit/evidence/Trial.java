package dev.poolfit.evidence;

import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * One finished trial.
 *
 * @param number 1 for the first of the run
 * @param role why it was run
 * @param settings the effective settings, read back from the service
 * @param started when its load started
 * @param warmSeconds load before the measured window
 * @param measuredSeconds length of the measured window; greater than 0
 * @param throughput good responses a second, with the interval from batch means within the window
 * @param good good responses in the window
 * @param failed failed requests in the window
 * @param meanMs mean response time of all requests that ended in the window
 * @param p99Ms 99th percentile of those response times, with its order-statistic interval
 * @param means window means of what was probed
 * @param peaks window maxima of what was probed
 * @param flags what is wrong with it
 * @param failures failed requests by cause
 */
public record Trial(
        int number,
        Role role,
        Settings settings,
        Instant started,
        double warmSeconds,
        double measuredSeconds,
        Interval throughput,
        long good,
        long failed,
        double meanMs,
        Interval p99Ms,
        Map<Metric, Double> means,
        Map<Metric, Double> peaks,
        Set<Flag> flags,
        Map<String, Long> failures) {
    public Trial {
        var meanCopy = new EnumMap<Metric, Double>(Metric.class);
        meanCopy.putAll(means);
        means = Collections.unmodifiableMap(meanCopy);
        var peakCopy = new EnumMap<Metric, Double>(Metric.class);
        peakCopy.putAll(peaks);
        peaks = Collections.unmodifiableMap(peakCopy);
        var flagCopy = EnumSet.noneOf(Flag.class);
        flagCopy.addAll(flags);
        flags = Collections.unmodifiableSet(flagCopy);
        failures = Map.copyOf(failures);
    }

    /** This trial, as if it had been run for another reason and at these settings. */
    public Trial as(Role otherRole, Settings otherSettings) {
        return new Trial(
                number,
                otherRole,
                otherSettings,
                started,
                warmSeconds,
                measuredSeconds,
                throughput,
                good,
                failed,
                meanMs,
                p99Ms,
                means,
                peaks,
                flags,
                failures);
    }

    /** Failed requests as a share of all, from 0 to 1. */
    public double errorRate() {
        return good + failed == 0 ? 0 : (double) failed / (good + failed);
    }

    /** Whether its figures may count towards a decision. */
    public boolean valid() {
        return flags.stream().noneMatch(Flag::disqualifies);
    }

    public OptionalDouble mean(Metric metric) {
        Double value = means.get(metric);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Seconds of load, warm-up included. */
    public double loadSeconds() {
        return warmSeconds + measuredSeconds;
    }
}
