package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Workload;
import dev.poolfit.model.simulation.Simulated;
import dev.poolfit.model.simulation.Simulation;
import dev.poolfit.model.simulation.Start;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Switching;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Decision.TryNext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A service that is a discrete-event simulation with noise between its runs.
 *
 * @param closed its users
 * @param variation of the throughput from run to run, as a share of it
 * @param law changes a throughput into what no queueing model knows
 */
public record SimulatedQueue(ServiceModel model, Workload.Closed closed, double variation, Law law) {
    /** The share of a period that is left out. */
    private static final double SETTLING = 0.3;

    private static final Duration LONG = Duration.ofSeconds(1);
    /** A long slice has as much noise as short ones of so many seconds together. */
    private static final double LONG_AS_SECONDS = 0.08;

    private static final Map<Point, Double> TRUTHS = new ConcurrentHashMap<>();

    private record Point(ServiceModel model, Workload.Closed closed, Limits limits) {}

    /** What happens to the service meanwhile, by seconds since the start. */
    interface Weather {
        /** What all throughputs are multiplied by. */
        double speed(double second);

        /** In milliseconds of the JIT compiler a second. */
        default double compiling(double second) {
            return 0;
        }

        /** Whether a trial that begins then does not count. */
        default boolean unsteady(double second) {
            return false;
        }

        private Weather from(double begin) {
            Weather whole = this;
            return new Weather() {
                @Override
                public double speed(double second) {
                    return whole.speed(begin + second);
                }

                @Override
                public boolean unsteady(double second) {
                    return whole.unsteady(begin + second);
                }

                @Override
                public double compiling(double second) {
                    return whole.compiling(begin + second);
                }
            };
        }
    }

    /** What a throughput becomes at some limits. */
    interface Law {
        double throughput(Limits limits, double throughput);

        /** What a throughput is multiplied by where settings change places several times a second, the largest beside it of so many connections. */
        default double inShortSlices(int pool, int largest) {
            return 1;
        }
    }

    public static SimulatedQueue of(ServiceModel model, int users, double variation) {
        return new SimulatedQueue(model, new Workload.Closed(users, 0), variation, (limits, rate) -> rate);
    }

    /**
     * What a search ended with.
     *
     * @param plans what it wanted to try, one after the other
     * @param left of the budget
     */
    public record Ended(Conclusion conclusion, List<Trial> trials, List<TrialPlan> plans, Duration left) {
        public List<PlannedTrial> planned() {
            return plans.stream().flatMap(plan -> plan.trials().stream()).toList();
        }
    }

    public Ended search(Search search, Duration budget, long seed) {
        return search(search, budget, seed, settings -> this);
    }

    /** @param queues the service at some settings */
    public static Ended search(Search search, Duration budget, long seed, Function<Settings, SimulatedQueue> queues) {
        return search(search, budget, seed, queues, second -> 1);
    }

    /** @param queues the service at some settings */
    static Ended search(
            Search search, Duration budget, long seed, Function<Settings, SimulatedQueue> queues, Weather weather) {
        var random = new Random(seed);
        var trials = new ArrayList<Trial>();
        var plans = new ArrayList<TrialPlan>();
        Duration left = budget;
        Decision decision = search.next(trials, left);
        while (decision instanceof TryNext next) {
            int first = trials.size() + 1;
            Optional<Switching> switching = next.plan().switching();
            double now = budget.minus(left).toSeconds();
            Optional<double[]> common = switching.map(each -> common(each.blocks(), random));
            int arms = next.plan().trials().size();
            plans.add(next.plan());
            for (PlannedTrial each : next.plan().trials()) {
                SimulatedQueue queue = queues.apply(each.settings());
                double begin = budget.minus(left).toSeconds() + 2;
                Trial trial = queue.run(each, trials.size() + 1, weather.from(begin), random);
                int arm = trials.size() + 1 - first;
                trials.add(common.map(blocks -> {
                            Switching turns = switching.orElseThrow();
                            double[] drift = drift(blocks, turns, arms, arm, weather.from(now));
                            int largest = largest(next.plan());
                            return queue.switched(trial, first, drift, turns, largest, random);
                        })
                        .orElse(trial));
                left = left.minus(each.measure()).minusSeconds(common.isPresent() ? 0 : 2);
            }
            decision = search.next(trials, left);
        }
        return new Ended((Conclusion) decision, trials, plans, left);
    }

    private static int largest(TrialPlan plan) {
        return plan.trials().stream()
                .mapToInt(each -> each.settings().pool().orElseThrow())
                .max()
                .orElseThrow();
    }

    /** What hits all settings of a block alike. */
    private static double[] common(int blocks, Random random) {
        return IntStream.range(0, blocks)
                .mapToDouble(block -> Math.exp(0.1 * (random.nextDouble() - 0.5)))
                .toArray();
    }

    /** What an arm's periods are multiplied by, each at the time of its turn; within the pool all have theirs at the same time. */
    private static double[] drift(double[] common, Switching switching, int arms, int arm, Weather weather) {
        if (switching.within()) {
            double length = switching.seconds() * arms;
            return IntStream.range(0, common.length)
                    .mapToDouble(block -> common[block] * weather.speed((block + 0.5) * length))
                    .toArray();
        }
        List<List<Integer>> orders = switching.orders(arms);
        int period = (int) switching.period().toSeconds();
        return IntStream.range(0, common.length)
                .mapToDouble(block -> {
                    int begin = (block * arms + orders.get(block).indexOf(arm)) * period;
                    return common[block]
                            * IntStream.range(begin, begin + period)
                                    .mapToDouble(second -> weather.speed(second + 0.5))
                                    .average()
                                    .orElseThrow();
                })
                .toArray();
    }

    /**
     * The trial as one of several under one load; periods of 2 s have half as much noise again as runs, and so have slices of 0.1 s
     * within the pool, of which each counts for itself. A long slice has six times the variance of a block of short ones that gives each setting half
     * a second, as on public services that share their cores with the database.
     *
     * @param largest the connections of the largest setting
     */
    private Trial switched(Trial trial, int first, double[] drift, Switching turns, int largest, Random random) {
        boolean shortSlices = turns.within() && turns.slice().compareTo(LONG) < 0;
        double rate = truth(trial.settings())
                * (shortSlices ? law.inShortSlices(trial.settings().pool().orElseThrow(), largest) : 1);
        double noise = 1.5
                * variation
                * (turns.within()
                        ? Math.sqrt(0.1 / (shortSlices ? turns.seconds() : LONG_AS_SECONDS))
                        : Math.sqrt(2.0 / turns.seconds()));
        List<Double> rates = Arrays.stream(drift)
                .mapToObj(block -> rate * block * Math.exp(noise * random.nextGaussian()))
                .toList();
        double load = turns.seconds() * turns.blocks();
        return TrialBuilder.like(trial)
                .lasting(SETTLING * load, (1 - SETTLING) * load)
                .rate(Statistics.rate(rates.stream().mapToDouble(each -> each).toArray()))
                .undecidedP99Ms(trial.p99Ms().mean())
                .periods(first, rates)
                .build();
    }

    /** Requests a second at some settings, in the mean of a long time. */
    double truth(Settings settings) {
        Limits limits = Limits.of(settings);
        double clean = TRUTHS.computeIfAbsent(
                new Point(model, closed, limits),
                point -> Simulation.run(model, closed, limits, new Simulation.Length(5, 300), Start.EMPTY, 1)
                        .throughput()
                        .mean());
        return law.throughput(limits, clean);
    }

    /** @param weather since its measuring began */
    private Trial run(PlannedTrial planned, int number, Weather weather, Random random) {
        Limits limits = Limits.of(planned.settings());
        Simulated seen =
                Simulation.run(model, closed, limits, new Simulation.Length(2, 10), Start.EMPTY, random.nextLong());
        double clean = law.throughput(limits, seen.throughput().mean());
        double measured = planned.measure().toSeconds();
        double noisy = clean * Math.exp(variation * random.nextGaussian());
        Interval within = Statistics.rate(IntStream.range(0, (int) measured)
                .mapToDouble(second -> noisy * weather.speed(second + 0.5))
                .toArray());
        double rate = within.mean();
        double scale = rate / seen.throughput().mean();
        double response = 1000 * Math.max(0.001, closed.users() / rate - closed.think());
        return TrialBuilder.trial(number)
                .role(planned.role())
                .at(planned.settings())
                .expecting(planned.predicted())
                .lasting(2, measured)
                .rate(new Interval(rate, Math.min(within.low(), 0.99 * rate), Math.max(within.high(), 1.01 * rate)))
                .responseMs(response)
                .p99Ms(new Interval(2 * response, 1.9 * response, 2.1 * response))
                .read(Metric.USERS, closed.users())
                .read(Metric.POOL_ACTIVE, seen.active())
                .read(Metric.POOL_PENDING, seen.pending())
                .read(Metric.THREADS_BUSY, seen.busy())
                .read(Metric.SERVICE_CPU, seen.serviceCpu() * scale)
                .read(Metric.DATABASE_CPU, seen.databaseCpu() * scale)
                .read(Metric.ACQUISITIONS, rate)
                .read(
                        Metric.JIT_TIME,
                        IntStream.range(0, (int) measured)
                                .mapToDouble(second -> weather.compiling(second + 0.5))
                                .average()
                                .orElse(0))
                .flags(weather.unsteady(0) ? new Flag[] {Flag.NOT_STEADY} : new Flag[0])
                .build();
    }
}
