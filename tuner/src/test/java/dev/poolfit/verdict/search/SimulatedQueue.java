package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
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
import java.util.List;
import java.util.Map;
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
            for (PlannedTrial each : next.plan().trials()) {
                planned.add(each);
                trials.add(queues.apply(each.settings()).run(each, trials.size() + 1, random));
                left = left.minus(each.measure()).minusSeconds(2);
            }
            decision = search.next(trials, left);
        }
        return new Ended((Conclusion) decision, trials, planned);
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
