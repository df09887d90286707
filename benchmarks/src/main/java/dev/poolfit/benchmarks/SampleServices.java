package dev.poolfit.benchmarks;

import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Variation;
import dev.poolfit.model.Workload;
import java.time.Duration;
import java.util.Random;

/**
 * Services drawn from a seed, log-uniformly: CPU of the service and of the database 0.2–20 ms a request each, a delay of
 * 1–300 ms in two of three, 1–8 cores each, 1–100 connections, up to 400 threads, 5–600 users who think 0–3 s.
 */
final class SampleServices {
    private final Random random;

    SampleServices(long seed) {
        random = new Random(seed);
    }

    /** A service, its users and its settings. */
    record Sample(ServiceModel model, Workload.Closed users, Limits limits) {}

    /**
     * Returns the next service.
     *
     * @param openInView whether requests hold their connection throughout
     * @param plain whether there is one acquisition a request and nothing contends, as layered queueing networks have it
     */
    Sample next(boolean openInView, boolean plain) {
        double cpu = between(2e-4, 2e-2);
        double share = random.nextDouble();
        double delay = random.nextInt(3) == 0 ? 0 : between(1e-3, 0.3);
        int acquisitions = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 1;
        double contention = random.nextBoolean() ? between(1e-3, 0.05) : 0;
        double coherence = random.nextBoolean() ? between(1e-5, 3e-3) : 0;
        var demand = new Demand(
                cpu * (1 - share), cpu * share, between(2e-4, 2e-2), delay, plain ? 1 : acquisitions, openInView);
        var capacity = new Capacity(
                1 << random.nextInt(4), 1 << random.nextInt(4), plain ? 0 : contention, plain ? 0 : coherence);
        int pool = (int) between(1, 100);
        int threads = (int) between(Math.max(2, pool / 2.0), 400);
        int users = (int) between(5, 600);
        double think = random.nextInt(3) == 0 ? 0 : between(0.01, 3);
        return new Sample(
                new ServiceModel(demand, capacity, 0, Variation.USUAL),
                new Workload.Closed(users, think),
                new Limits(pool, threads, Duration.ofSeconds(1_000_000)));
    }

    private double between(double low, double high) {
        return low * Math.exp(random.nextDouble() * Math.log(high / low));
    }
}
