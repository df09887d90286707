package dev.poolfit.evidence;

import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.RuleChain;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A finished trial as it counts beside the others of its run; {@link JudgedTrials} makes it of a {@link MeasuredTrial}.
 *
 * @param identity its number, role and settings
 * @param span its duration
 * @param responses the load generator's figures of the window
 * @param readings the probes' figures of the window
 * @param flags the flags that were noted and judged
 * @param periods its periods, where settings took turns under one load; its responses straddle them, so that percentiles decide nothing
 */
public record Trial(
        Identity identity,
        Span span,
        Responses responses,
        Readings readings,
        Set<Flag> flags,
        Optional<Periods> periods) {
    /**
     * The identity of a trial within its run.
     *
     * @param number 1 for the first of the run
     * @param role the reason for it
     * @param settings the effective settings, read back from the service before the load
     * @param started the start of its load
     * @param predicted good responses a second that the model expected when the trial was planned, at the speed that the
     *     service had then; greater than 0; empty where nothing was expected
     * @param rules that led to it; none where that is not known
     */
    public record Identity(
            int number, Role role, Settings settings, Instant started, OptionalDouble predicted, RuleChain rules) {
        /** A trial that no rule asked for, and of which nothing was expected. */
        public Identity(int number, Role role, Settings settings, Instant started) {
            this(number, role, settings, started, OptionalDouble.empty(), RuleChain.NONE);
        }

        public Identity {
            if (predicted.isPresent() && !(predicted.getAsDouble() > 0 && Double.isFinite(predicted.getAsDouble()))) {
                throw new IllegalArgumentException(
                        "predicted must be greater than 0 and finite, but is " + predicted.getAsDouble());
            }
        }
    }

    /**
     * The two parts of a trial's load, in seconds.
     *
     * @param warmSeconds load that was not measured: before the window, and seconds that were left out of it; at least 0
     * @param measuredSeconds length of the measured window; greater than 0
     */
    public record Span(double warmSeconds, double measuredSeconds) {
        public Span {
            if (!(warmSeconds >= 0
                    && measuredSeconds > 0
                    && warmSeconds + measuredSeconds < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("warmSeconds must be at least 0 and measuredSeconds greater than 0,"
                        + " both finite, but are " + warmSeconds + " and " + measuredSeconds);
            }
        }

        /** Returns the seconds of load, warm-up included. */
        public double loadSeconds() {
            return warmSeconds + measuredSeconds;
        }
    }

    /**
     * The requests that ended in the measured window.
     *
     * @param throughput good responses a second, with the interval from batch means within the window; at least 0
     * @param good good responses; at least 0
     * @param failed failed requests; at least 0
     * @param meanMs mean response time of all; at least 0 and finite
     * @param p99Ms 99th percentile of those response times, with its order-statistic interval; at least 0
     * @param failures failed requests by cause
     * @param times the response times: all together first, then by kind of request where there are several that the load
     *     generator tells apart; empty where that was not kept
     */
    public record Responses(
            Interval throughput,
            long good,
            long failed,
            double meanMs,
            Interval p99Ms,
            Map<String, Long> failures,
            List<ResponseTimes> times) {
        /** Responses of which only the mean and one percentile were kept. */
        public Responses(
                Interval throughput,
                long good,
                long failed,
                double meanMs,
                Interval p99Ms,
                Map<String, Long> failures) {
            this(throughput, good, failed, meanMs, p99Ms, failures, List.of());
        }

        public Responses {
            if (good < 0 || failed < 0) {
                throw new IllegalArgumentException(
                        "good and failed must be at least 0, but are " + good + " and " + failed);
            }
            if (!(throughput.mean() >= 0 && p99Ms.mean() >= 0 && meanMs >= 0 && meanMs < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "throughput, meanMs and p99Ms must be at least 0 and finite, but are " + throughput.mean()
                                + ", " + meanMs + " and " + p99Ms.mean());
            }
            failures = Map.copyOf(failures);
            times = List.copyOf(times);
        }

        /** Returns the failed requests as a share of all, from 0 to 1. */
        public double errorRate() {
            return good + failed == 0 ? 0 : (double) failed / (good + failed);
        }
    }

    /**
     * The figures of the probes, for as much as could be read; all finite.
     *
     * @param means over the window
     * @param peaks the highest of the window
     */
    public record Readings(Map<Metric, Double> means, Map<Metric, Double> peaks) {
        public Readings {
            means = copy(means);
            peaks = copy(peaks);
        }

        private static Map<Metric, Double> copy(Map<Metric, Double> values) {
            var copy = new EnumMap<Metric, Double>(Metric.class);
            values.forEach((metric, value) -> {
                if (!Double.isFinite(value)) {
                    throw new IllegalArgumentException(metric.key() + " must be finite, but is " + value);
                }
                copy.put(metric, value);
            });
            return Collections.unmodifiableMap(copy);
        }
    }

    /** A trial with a load of its own. */
    public Trial(Identity identity, Span span, Responses responses, Readings readings, Set<Flag> flags) {
        this(identity, span, responses, readings, flags, Optional.empty());
    }

    public Trial {
        var copy = EnumSet.noneOf(Flag.class);
        copy.addAll(flags);
        flags = Collections.unmodifiableSet(copy);
    }

    /** Returns this trial with another role and other settings. */
    public Trial as(Role otherRole, Settings otherSettings) {
        return new Trial(
                new Identity(number(), otherRole, otherSettings, started(), predicted(), rules()),
                span,
                responses,
                readings,
                flags,
                periods);
    }

    public Trial with(Flag flag) {
        var more = EnumSet.of(flag);
        more.addAll(flags);
        return flagged(more);
    }

    public Trial without(Flag flag) {
        var fewer = EnumSet.noneOf(Flag.class);
        fewer.addAll(flags);
        fewer.remove(flag);
        return flagged(fewer);
    }

    Trial flagged(Set<Flag> others) {
        return new Trial(identity, span, responses, readings, others, periods);
    }

    /** Returns this trial as if its service had been {@code times} (above 0) as fast, with the same settings and load. */
    public Trial atSpeed(double times) {
        var means = new EnumMap<Metric, Double>(Metric.class);
        means.putAll(readings.means());
        means.computeIfPresent(Metric.ACQUISITIONS, (metric, perSecond) -> times * perSecond);
        return new Trial(
                identity,
                span,
                new Responses(
                        responses.throughput().times(times),
                        responses.good(),
                        responses.failed(),
                        responses.meanMs() / times,
                        responses.p99Ms().times(1 / times),
                        responses.failures(),
                        responses.times()),
                new Readings(means, readings.peaks()),
                flags,
                periods);
    }

    public int number() {
        return identity.number();
    }

    public Role role() {
        return identity.role();
    }

    public Settings settings() {
        return identity.settings();
    }

    public Instant started() {
        return identity.started();
    }

    /** Returns the good responses a second that the model expected before the trial. */
    public OptionalDouble predicted() {
        return identity.predicted();
    }

    public RuleChain rules() {
        return identity.rules();
    }

    /** Returns the number of the first trial of its load; its own number where it had a load for itself. */
    public int load() {
        return periods.map(Periods::load).orElse(number());
    }

    public double loadSeconds() {
        return span.loadSeconds();
    }

    /** Returns the seconds that its setting held for in each block; empty where it had a load for itself. */
    public Optional<Double> periodSeconds() {
        return periods.map(each -> loadSeconds() / each.rates().size());
    }

    public Interval throughput() {
        return responses.throughput();
    }

    public long good() {
        return responses.good();
    }

    public long failed() {
        return responses.failed();
    }

    public double meanMs() {
        return responses.meanMs();
    }

    public Interval p99Ms() {
        return responses.p99Ms();
    }

    public double errorRate() {
        return responses.errorRate();
    }

    /** Seconds in which its requests were counted: where settings took turns, whole seconds of its own periods alone. */
    public double countedSeconds() {
        double rate = throughput().mean();
        return rate > 0 && good() > 0 ? good() / rate : span.measuredSeconds();
    }

    /** Returns the failed requests a second. */
    public double failedPerSecond() {
        return responses.failed() / countedSeconds();
    }

    /** Returns a probe's mean over the window; empty where it could not be read. */
    public OptionalDouble mean(Metric metric) {
        Double value = readings.means().get(metric);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Returns whether its figures may count towards a decision. */
    public boolean valid() {
        return flags.stream().noneMatch(Flag::disqualifies);
    }
}
