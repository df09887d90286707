package dev.poolfit.model.solver;

import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Variation;
import dev.poolfit.model.Workload;
import java.time.Duration;
import java.util.Random;

/** Services drawn from a seed: of the usual sizes, or of any size that the types allow. */
final class RandomServices {
    private final Random random;

    RandomServices(long seed) {
        random = new Random(seed);
    }

    /** A service with its users and its settings. */
    record Case(ServiceModel model, Workload.Closed users, Limits limits) {
        Solution solve() {
            return new FlowEquivalentSolver().solve(model, users, limits);
        }

        Case with(Capacity capacity) {
            return new Case(
                    new ServiceModel(model.demand(), capacity, model.barging(), model.variation()), users, limits);
        }

        Case with(int pool, int threads) {
            return new Case(model, users, new Limits(pool, threads, limits.connectionTimeout()));
        }
    }

    /** Milliseconds of demand, a handful of cores, up to 100 connections, 400 threads and 600 users. */
    Case usual(boolean contended) {
        double cpu = between(2e-4, 2e-2);
        double share = random.nextDouble();
        double delay = random.nextInt(3) == 0 ? 0 : between(1e-3, 0.3);
        int acquisitions = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 1;
        boolean openInView = random.nextBoolean();
        var demand = new Demand(cpu * (1 - share), cpu * share, between(2e-4, 2e-2), delay, acquisitions, openInView);
        double contention = contended && random.nextBoolean() ? between(1e-3, 0.05) : 0;
        double coherence = contended && random.nextBoolean() ? between(1e-5, 3e-3) : 0;
        var capacity = new Capacity(1 << random.nextInt(4), 1 << random.nextInt(4), contention, coherence);
        int pool = (int) between(1, 100);
        int threads = (int) between(Math.max(2, pool / 2.0), 400);
        var users = new Workload.Closed((int) between(5, 600), random.nextInt(3) == 0 ? 0 : between(0.01, 3));
        return new Case(
                new ServiceModel(demand, capacity, 0, Variation.USUAL),
                users,
                new Limits(pool, threads, Duration.ofSeconds(1_000_000)));
    }

    /** Demands from nanoseconds to hours or none at all, up to 64 cores, 1000 connections and threads, 5000 users. */
    Case extreme() {
        var demand = new Demand(
                extremeDemand(),
                extremeDemand(),
                extremeDemand(),
                between(1e-9, 1e4),
                1 + random.nextInt(9),
                random.nextBoolean());
        double contention = random.nextBoolean() ? between(1e-6, 10) : 0;
        double coherence = random.nextBoolean() ? between(1e-9, 10) : 0;
        var capacity = new Capacity((int) between(1, 64), (int) between(1, 64), contention, coherence);
        double think = random.nextInt(4) == 0 ? 0 : extremeDemand();
        return new Case(
                new ServiceModel(demand, capacity, 0, Variation.USUAL),
                new Workload.Closed((int) between(1, 5000), think),
                new Limits((int) between(1, 1000), (int) between(1, 1000), Duration.ofSeconds(30)));
    }

    private double extremeDemand() {
        return random.nextInt(4) == 0 ? 0 : between(1e-9, 1e4);
    }

    private double between(double low, double high) {
        return low * Math.exp(random.nextDouble() * Math.log(high / low));
    }
}
