package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Workload;
import dev.poolfit.model.simulation.Simulated;
import dev.poolfit.model.simulation.Simulation;
import dev.poolfit.model.simulation.Start;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Decision.TryNext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;

/**
 * A service that is a discrete-event simulation with noise between its runs.
 *
 * @param users in a closed loop without think time
 * @param variation of the throughput from run to run, as a share of it
 * @param law changes a throughput into what no queueing model knows
 */
public record SimulatedQueue(ServiceModel model, int users, double variation, Law law) {
    /** What a throughput becomes at some limits. */
    interface Law {
        double throughput(Limits limits, double throughput);
    }

    public static SimulatedQueue of(ServiceModel model, int users, double variation) {
        return new SimulatedQueue(model, users, variation, (limits, rate) -> rate);
    }

    /** What a search ended with. */
    public record Ended(Conclusion conclusion, List<Trial> trials, List<PlannedTrial> planned) {}

    public Ended search(Search search, Duration budget, long seed) {
        return search(search, budget, seed, settings -> this);
    }

    /** @param queues the service at some settings */
    public static Ended search(Search search, Duration budget, long seed, Function<Settings, SimulatedQueue> queues) {
        var random = new Random(seed);
        var trials = new ArrayList<Trial>();
        var planned = new ArrayList<PlannedTrial>();
        Duration left = budget;
        Decision decision = search.next(trials, left);
        while (decision instanceof TryNext next) {
            int first = trials.size() + 1;
            Optional<double[]> drift = next.plan().switching().map(switching -> drift(switching.blocks(), random));
            for (PlannedTrial each : next.plan().trials()) {
                planned.add(each);
                SimulatedQueue queue = queues.apply(each.settings());
                Trial trial = queue.run(each, trials.size() + 1, random);
                trials.add(drift.map(blocks -> queue.switched(trial, first, blocks, random))
                        .orElse(trial));
                left = left.minus(each.measure()).minusSeconds(drift.isPresent() ? 0 : 2);
            }
            decision = search.next(trials, left);
        }
        return new Ended((Conclusion) decision, trials, planned);
    }

    /** What hits all settings of a block alike. */
    private static double[] drift(int blocks, Random random) {
        return random.doubles(blocks).map(each -> Math.exp(0.1 * (each - 0.5))).toArray();
    }

    /** The trial as one of several under one load; a run's noise is then that of a period. */
    private Trial switched(Trial trial, int first, double[] drift, Random random) {
        double rate = law.throughput(Limits.of(trial.settings()), clean(trial.settings(), random));
        List<Double> rates = Arrays.stream(drift)
                .mapToObj(block -> rate * block * Math.exp(1.5 * variation * random.nextGaussian()))
                .toList();
        Trial.Responses seen = trial.responses();
        return new Trial(
                trial.identity(),
                trial.span(),
                new Trial.Responses(
                        new Interval(rate, 0.97 * rate, 1.03 * rate),
                        seen.good(),
                        0,
                        seen.meanMs(),
                        new Interval(seen.p99Ms().mean(), 0, Double.POSITIVE_INFINITY),
                        Map.of()),
                trial.readings(),
                trial.flags(),
                Optional.of(new Periods(first, rates)));
    }

    private double clean(Settings settings, Random random) {
        return Simulation.run(
                        model,
                        new Workload.Closed(users, 0),
                        Limits.of(settings),
                        new Simulation.Length(2, 40),
                        Start.EMPTY,
                        random.nextLong())
                .throughput()
                .mean();
    }

    private Trial run(PlannedTrial planned, int number, Random random) {
        Limits limits = Limits.of(planned.settings());
        Simulated seen = Simulation.run(
                model,
                new Workload.Closed(users, 0),
                limits,
                new Simulation.Length(2, 10),
                Start.EMPTY,
                random.nextLong());
        double clean = law.throughput(limits, seen.throughput().mean());
        double rate = clean * Math.exp(variation * random.nextGaussian());
        double scale = rate / seen.throughput().mean();
        double response = 1000 * users / rate;
        double measured = planned.measure().toSeconds();
        return new Trial(
                new Trial.Identity(number, planned.role(), planned.settings(), Instant.EPOCH),
                new Trial.Span(2, measured),
                new Trial.Responses(
                        new Interval(rate, 0.99 * rate, 1.01 * rate),
                        Math.round(rate * measured),
                        0,
                        response,
                        new Interval(2 * response, 1.9 * response, 2.1 * response),
                        Map.of()),
                new Trial.Readings(
                        Map.of(
                                Metric.POOL_ACTIVE,
                                seen.active(),
                                Metric.POOL_PENDING,
                                seen.pending(),
                                Metric.THREADS_BUSY,
                                seen.busy(),
                                Metric.SERVICE_CPU,
                                seen.serviceCpu() * scale,
                                Metric.DATABASE_CPU,
                                seen.databaseCpu() * scale,
                                Metric.ACQUISITIONS,
                                rate),
                        Map.of()),
                Set.of());
    }
}
