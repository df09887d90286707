package dev.poolfit.testing;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.ResponseTimes;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.NamedRule;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.RuleChain;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Makes a trial by hand. A test names what its case depends on; the rest is that of a sound trial with a load of its own:
 * pool 10 and 100 threads, 2 s of warm-up and 10 s measured, 100 good responses a second (±1 %) of 100 ms, 99 % of them
 * below 200 ms (±5 %). Good responses are as many as the rate gives in the measured time, unless they are told.
 */
public final class TrialBuilder {
    private final int number;
    private final Map<Metric, Double> means = new EnumMap<>(Metric.class);
    private final Map<Metric, Double> peaks = new EnumMap<>(Metric.class);
    private final Map<String, Long> failures = new HashMap<>();
    private Role role = Role.CONFIRM;
    private Settings settings = Settings.ofPoolAndThreads(10, 100);
    private Instant started = Instant.EPOCH;
    private OptionalDouble expected = OptionalDouble.empty();
    private Trial.Span span = new Trial.Span(2, 10);
    private Interval rate = around(100, 1);
    private OptionalLong good = OptionalLong.empty();
    private long failed;
    private double meanMs = 100;
    private Interval p99Ms = around(200, 10);
    private List<ResponseTimes> times = List.of();
    private Set<Flag> flags = EnumSet.noneOf(Flag.class);
    private Optional<Periods> periods = Optional.empty();
    private RuleChain rules = RuleChain.NONE;

    private TrialBuilder(int number) {
        this.number = number;
    }

    /** A trial with the number that it has in its run, from 1. */
    public static TrialBuilder trial(int number) {
        return new TrialBuilder(number);
    }

    /** A trial of a service with 100 users in which each connection gives 8 responses a second; the first is the baseline. */
    public static TrialBuilder saturated(int number, int pool) {
        double rate = 8 * pool;
        return trial(number)
                .role(number == 1 ? Role.BASELINE : Role.SEARCH)
                .at(pool, 100)
                .started(Instant.parse("2026-01-02T03:04:05Z").plusSeconds(20L * number))
                .rate(rate)
                .responseMs(100_000 / rate)
                .p99Ms(200_000 / rate, 10_000 / rate)
                .read(Metric.POOL_ACTIVE, pool)
                .read(Metric.POOL_PENDING, 100 - pool);
    }

    /** A trial like one that was measured. */
    public static TrialBuilder like(MeasuredTrial other) {
        return like(JudgedTrials.of(List.of(other)).trials().get(0));
    }

    /** A trial like another, of which one thing or two are to differ. */
    public static TrialBuilder like(Trial other) {
        var builder = new TrialBuilder(other.number())
                .role(other.role())
                .at(other.settings())
                .started(other.started())
                .expecting(other.predicted())
                .lasting(other.span().warmSeconds(), other.span().measuredSeconds())
                .rate(other.throughput())
                .good(other.good())
                .responseMs(other.meanMs())
                .p99Ms(other.p99Ms())
                .times(other.responses().times())
                .read(other.readings().means());
        builder.failed = other.failed();
        builder.failures.putAll(other.responses().failures());
        builder.peaks.putAll(other.readings().peaks());
        builder.flags = other.flags();
        builder.periods = other.periods();
        builder.rules = other.rules();
        return builder;
    }

    private static Interval around(double mean, double half) {
        return new Interval(mean, mean - half, mean + half);
    }

    public TrialBuilder role(Role why) {
        role = why;
        return this;
    }

    public TrialBuilder at(Settings effective) {
        settings = effective;
        return this;
    }

    public TrialBuilder at(int pool, int threads) {
        return at(Settings.ofPoolAndThreads(pool, threads));
    }

    public TrialBuilder started(Instant when) {
        started = when;
        return this;
    }

    /** Good responses a second that the model expected. */
    public TrialBuilder expecting(double perSecond) {
        return expecting(OptionalDouble.of(perSecond));
    }

    public TrialBuilder expecting(OptionalDouble perSecond) {
        expected = perSecond;
        return this;
    }

    /** Seconds of load that were not measured, and that were. */
    public TrialBuilder lasting(double warm, double measured) {
        span = new Trial.Span(warm, measured);
        return this;
    }

    /** Good responses a second, ±1 %. */
    public TrialBuilder rate(double perSecond) {
        return rate(new Interval(perSecond, 0.99 * perSecond, 1.01 * perSecond));
    }

    /** Good responses a second, with half of the interval's width. */
    public TrialBuilder rate(double perSecond, double half) {
        return rate(around(perSecond, half));
    }

    public TrialBuilder rate(Interval perSecond) {
        rate = perSecond;
        return this;
    }

    public TrialBuilder good(long responses) {
        good = OptionalLong.of(responses);
        return this;
    }

    /** Adds failed requests of one cause. */
    public TrialBuilder failed(String cause, long requests) {
        if (requests > 0) {
            failures.merge(cause, requests, Long::sum);
            failed += requests;
        }
        return this;
    }

    /** The mean response time. */
    public TrialBuilder responseMs(double mean) {
        meanMs = mean;
        return this;
    }

    /** The 99th percentile of the response times, with half of its interval's width. */
    public TrialBuilder p99Ms(double percentile, double half) {
        return p99Ms(around(percentile, half));
    }

    public TrialBuilder p99Ms(Interval percentile) {
        p99Ms = percentile;
        return this;
    }

    /** A 99th percentile that decides nothing, as that of a trial with periods. */
    public TrialBuilder undecidedP99Ms(double percentile) {
        return p99Ms(new Interval(percentile, 0, Double.POSITIVE_INFINITY));
    }

    public TrialBuilder times(List<ResponseTimes> byRequest) {
        times = byRequest;
        return this;
    }

    /** The mean of a probe over the window. */
    public TrialBuilder read(Metric metric, double mean) {
        means.put(metric, mean);
        return this;
    }

    public TrialBuilder read(Map<Metric, Double> some) {
        means.putAll(some);
        return this;
    }

    /** The highest reading of a probe. */
    public TrialBuilder peak(Metric metric, double highest) {
        peaks.put(metric, highest);
        return this;
    }

    public TrialBuilder flags(Flag... raised) {
        flags = Set.of(raised);
        return this;
    }

    /** The rules that led to it, from the first that handed over to the one that asked for it. */
    public TrialBuilder rules(NamedRule... chain) {
        rules = new RuleChain(List.of(chain));
        return this;
    }

    /** One rate a block, under the load of which the first trial has that number. */
    public TrialBuilder periods(int load, List<Double> rates) {
        return periods(new Periods(load, rates));
    }

    public TrialBuilder periods(Periods blocks) {
        periods = Optional.of(blocks);
        return this;
    }

    public Trial build() {
        return new Trial(
                new Trial.Identity(number, role, settings, started, expected, rules),
                span,
                responses(),
                new Trial.Readings(means, peaks),
                flags,
                periods);
    }

    /** The same as it is measured, before it is judged; its flags are what was noted. */
    public MeasuredTrial measured() {
        return new MeasuredTrial(
                new Trial.Identity(number, role, settings, started, expected, rules),
                span,
                responses(),
                new Trial.Readings(means, peaks),
                flags,
                periods);
    }

    private Trial.Responses responses() {
        return new Trial.Responses(
                rate,
                good.orElseGet(() -> Math.round(rate.mean() * span.measuredSeconds())),
                failed,
                meanMs,
                p99Ms,
                failures,
                times);
    }
}
