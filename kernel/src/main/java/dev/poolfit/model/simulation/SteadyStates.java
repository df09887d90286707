package dev.poolfit.model.simulation;

import dev.poolfit.evidence.Interval;
import dev.poolfit.model.Capacity;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Workload;
import dev.poolfit.model.solver.Population;
import java.util.Optional;

/**
 * The two states between which chance and history decide, where a setting has two (see {@link Bistability}).
 *
 * @param fromEmpty good responses a second where users come one after another
 * @param fromFull good responses a second where the load starts with every connection in use
 * @param largestPoolWithOne with a pool of at most this size the database is never slower than at its best concurrency
 */
public record SteadyStates(Interval fromEmpty, Interval fromFull, int largestPoolWithOne) {
    /** A database that loses less than this share of its speed to contention has no second state worth reporting. */
    private static final double SLOWER = 0.05;

    /** Returns the two states of this setting, if it has two; takes two simulations where contention can slow the database. */
    public static Optional<SteadyStates> of(
            ServiceModel model, Workload workload, Limits limits, double rate, long seed) {
        if (!contends(model, workload, limits)) {
            return Optional.empty();
        }
        Bistability seen = Simulations.compareStarts(model, workload, limits, rate, seed);
        return seen.found()
                ? Optional.of(new SteadyStates(
                        seen.fromEmpty().throughput(),
                        seen.fromFull().throughput(),
                        knee(model.capacity(), mostInside(workload, limits))))
                : Optional.empty();
    }

    /** Returns whether the pool lets in so many that the database is slower than with fewer. */
    public static boolean contends(ServiceModel model, Workload workload, Limits limits) {
        int most = mostInside(workload, limits);
        Capacity capacity = model.capacity();
        return model.demand().databaseCpu() > 0
                && capacity.databaseSpeed(most) < (1 - SLOWER) * capacity.databaseSpeed(knee(capacity, most));
    }

    private static int mostInside(Workload workload, Limits limits) {
        return Math.min(limits.pool(), Population.of(workload).mostBusy(limits.threads()));
    }

    /** Returns the number at its CPU, of 1 to {@code most}, with which the database is fastest. */
    private static int knee(Capacity capacity, int most) {
        int fastest = 1;
        for (int n = 2; n <= most; n++) {
            fastest = capacity.databaseSpeed(n) > capacity.databaseSpeed(fastest) ? n : fastest;
        }
        return fastest;
    }

    /** Returns these states where a rate counts one of so many requests. */
    public SteadyStates counting(int requestsPerCount) {
        return times(1.0 / requestsPerCount);
    }

    /** Returns the same states at so many times the rates. */
    public SteadyStates times(double factor) {
        return new SteadyStates(fromEmpty.times(factor), fromFull.times(factor), largestPoolWithOne);
    }
}
