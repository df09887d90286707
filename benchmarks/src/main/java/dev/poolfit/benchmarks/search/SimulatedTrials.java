package dev.poolfit.benchmarks.search;

import dev.poolfit.benchmarks.search.HiddenService.Kind;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Limits;
import dev.poolfit.model.simulation.Simulated;
import dev.poolfit.model.simulation.Start;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.Switching;
import dev.poolfit.plan.TrialPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Trials of a hidden service as a lab would report them: a simulation of some thousand requests, slowed or sped up as a
 * whole by the noise between runs, and probes with an error of their own. Counts what the trials cost.
 */
final class SimulatedTrials {
    /** The time that a trial costs beside its measured time. */
    static final Duration WARM_UP = Duration.ofSeconds(2);
    /** The shortest measurement of Poolfit's searches, given five minutes; a peer's trials are as long. */
    static final Duration MEASURED = Duration.ofSeconds(5);

    private static final int REQUESTS = 5_000;
    /** The number of requests where the noise is that of periods. */
    private static final int MANY_REQUESTS = 40_000;
    /** The share of each period that is left out after the switch. */
    private static final double SETTLING = 0.4;

    /**
     * A period's noise over that of a trial of 7 s, on the two public services of docs/measurements.md: 0.93 and 0.71 for periods of
     * 1 s, 0.95 and 0.78 for 2 s.
     */
    private static final double PERIOD_NOISE = 0.9;
    /** The share of a slice that is left out. */
    private static final double SLICE_SETTLING = 0.3;

    private static final double PROBE_ERROR = 0.04;
    /** The share of the response time that noise leaves at least, however much the users think. */
    private static final double LEAST_RESPONSE = 0.5;

    private final HiddenService service;
    private final long salt;
    private int count;
    private double seconds;

    /**
     * @param strategy trials of different strategies have different luck
     */
    SimulatedTrials(HiddenService service, String strategy) {
        this.service = service;
        this.salt = strategy.hashCode();
    }

    double seconds() {
        return seconds;
    }

    /** Returns the throughput that a trial of usual length shows. */
    double throughput(Settings settings) {
        return run(new PlannedTrial(Role.SEARCH, settings, MEASURED))
                .throughput()
                .mean();
    }

    /** Runs all trials of a plan, one after the other or under one load. */
    List<Trial> run(TrialPlan plan) {
        if (plan.switching().isEmpty()) {
            return plan.trials().stream().map(this::run).toList();
        }
        Switching switching = plan.switching().get();
        int first = count + 1;
        double held = switching.blocks() * switching.seconds();
        seconds += held * (plan.trials().size() + (switching.checked() ? 1 : 0));
        var random = new SplittableRandom(Seeds.mix(service.seed(), salt, first));
        double[] drift = IntStream.range(0, switching.blocks())
                .mapToDouble(block -> lognormal(service.noise(), random))
                .toArray();
        Start from = service.kind() == Kind.BISTABLE && random.nextBoolean() ? Start.FULL : Start.EMPTY;
        return plan.trials().stream()
                .map(planned -> switched(planned, first, from, drift, switching))
                .toList();
    }

    private Trial switched(PlannedTrial planned, int first, Start from, double[] drift, Switching switching) {
        count++;
        var random = new SplittableRandom(Seeds.mix(service.seed(), salt, count));
        Limits limits = service.limits(planned.settings());
        Simulated seen = service.simulate(limits, MANY_REQUESTS, from, random.nextLong());
        double period = switching.seconds();
        double variation = PERIOD_NOISE * service.noise() / Math.sqrt(slices(switching));
        double settling = switching.within() ? SLICE_SETTLING * period : SETTLING;
        List<Double> rates = Arrays.stream(drift)
                .mapToObj(block -> seen.throughput().mean() * block * lognormal(variation, random))
                .toList();
        double mean = rates.stream().mapToDouble(each -> each).average().orElseThrow();
        var noisy = new Noisy(seen, random, mean / seen.throughput().mean());
        Trial trial = noisy.trial(planned, limits, drift.length * (period - settling));
        return new Trial(
                trial.identity(),
                new Trial.Span(settling * drift.length, trial.span().measuredSeconds()),
                trial.responses(),
                trial.readings(),
                trial.flags(),
                Optional.of(new Periods(first, rates)));
    }

    /** Returns the slices of a setting in a block within the pool: whatever their length, they have as much noise each, independent (1/f noise). */
    private static double slices(Switching switching) {
        return switching.within()
                ? Math.max(1, switching.seconds() / (switching.slice().toNanos() / 1e9))
                : 1;
    }

    private Trial run(PlannedTrial planned) {
        count++;
        double measured = planned.measure().toNanos() / 1e9;
        seconds += measured + WARM_UP.toSeconds();
        var random = new SplittableRandom(Seeds.mix(service.seed(), salt, count));
        Start from = service.kind() == Kind.BISTABLE && random.nextBoolean() ? Start.FULL : Start.EMPTY;
        Limits limits = service.limits(planned.settings());
        Simulated seen = service.simulate(limits, REQUESTS, from, random.nextLong());
        return new Noisy(seen, random, lognormal(service.noise(), random)).trial(planned, limits, measured);
    }

    /** Returns a factor with a mean of 1. */
    private static double lognormal(double variation, RandomGenerator random) {
        double variance = Math.log1p(variation * variation);
        return Math.exp(Math.sqrt(variance) * random.nextGaussian() - variance / 2);
    }

    /** A simulation's figures as they are read with noise. */
    private final class Noisy {
        private final Simulated seen;
        private final RandomGenerator random;
        private final double speed;

        /** @param speed the factor of the run's noise */
        Noisy(Simulated seen, RandomGenerator random, double speed) {
            this.seen = seen;
            this.random = random;
            this.speed = speed(speed);
        }

        Trial trial(PlannedTrial planned, Limits limits, double measured) {
            Interval rate = seen.throughput();
            long good = Math.round(rate.mean() * speed * measured);
            long failed = Math.round(good * seen.errorRate() / (1 - Math.min(0.999, seen.errorRate())));
            double p99 = 1000 * finite(seen.clientP99()) * response() / finite(seen.clientMean());
            return new Trial(
                    new Trial.Identity(
                            count,
                            planned.role(),
                            planned.settings(),
                            Instant.EPOCH.plusSeconds((long) (seconds - measured) - WARM_UP.toSeconds())),
                    new Trial.Span(WARM_UP.toSeconds(), measured),
                    new Trial.Responses(
                            new Interval(
                                    speed * rate.mean(),
                                    speed * Math.min(rate.low(), rate.mean()),
                                    speed * rate.high()),
                            good,
                            failed,
                            1000 * response(),
                            new Interval(p99, 0.95 * p99, 1.05 * p99),
                            failed == 0 ? Map.of() : Map.of("no connection in time", failed)),
                    new Trial.Readings(probes(planned.settings(), limits), Map.of()),
                    Set.of());
        }

        /** Limits the speed: users share their time between thinking and responses, which cannot vanish: N = X(R+Z). */
        private double speed(double wanted) {
            return Math.min(
                    wanted,
                    cycle()
                            / (LEAST_RESPONSE * finite(seen.clientMean())
                                    + service.workload().think()));
        }

        private double response() {
            return cycle() / speed - service.workload().think();
        }

        /** Returns the seconds from request to request of a user. */
        private double cycle() {
            return finite(seen.clientMean()) + service.workload().think();
        }

        private Map<Metric, Double> probes(Settings settings, Limits limits) {
            var means = new EnumMap<Metric, Double>(Metric.class);
            means.put(Metric.USERS, (double) service.workload().users());
            means.put(Metric.POOL_ACTIVE, Math.min(limits.pool(), read(seen.active())));
            means.put(Metric.POOL_PENDING, Math.min(limits.threads(), read(seen.pending())));
            means.put(Metric.POOL_MAX, (double) settings.pool().orElseThrow());
            means.put(Metric.THREADS_BUSY, Math.min(limits.threads(), read(seen.busy())));
            means.put(Metric.THREADS_MAX, (double) settings.threads().orElseThrow());
            means.put(Metric.SERVICE_CPU, read(speed * seen.serviceCpu()));
            means.put(Metric.DATABASE_CPU, read(speed * seen.databaseCpu()));
            means.put(Metric.ACQUIRE, read(1000 * finite(seen.acquire()) / speed));
            means.put(Metric.USAGE, read(1000 * finite(seen.usage()) / speed));
            means.put(Metric.ACQUISITIONS, read(speed * seen.acquisitions()));
            return means;
        }

        private double read(double value) {
            return value * lognormal(PROBE_ERROR, random);
        }

        private static double finite(double value) {
            return Double.isFinite(value) ? value : 0;
        }
    }
}
