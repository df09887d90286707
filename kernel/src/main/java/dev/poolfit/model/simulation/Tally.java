package dev.poolfit.model.simulation;

import dev.poolfit.evidence.Statistics;
import java.util.Arrays;

/** Counts what ends from {@link #restart} on. */
final class Tally {
    /** The number of batches: enough for an interval, and each long enough to be nearly independent of the next. */
    private static final int BATCHES = 30;

    private final LatencyHistogram client = new LatencyHistogram();
    private final LatencyHistogram server = new LatencyHistogram();
    private final double[] good = new double[BATCHES];
    private double began;
    private double batchesPerSecond;
    private long failed;
    private long acquired;
    private long released;
    private double waited;
    private double held;

    void restart(double now, double seconds) {
        began = now;
        batchesPerSecond = BATCHES / seconds;
        Arrays.fill(good, 0);
        client.clear();
        server.clear();
        failed = 0;
        acquired = 0;
        released = 0;
        waited = 0;
        held = 0;
    }

    void answered(double now, double clientSeconds, double serverSeconds, boolean isGood) {
        client.add(clientSeconds);
        server.add(serverSeconds);
        if (isGood) {
            good[Math.min(BATCHES - 1, (int) ((now - began) * batchesPerSecond))]++;
        } else {
            failed++;
        }
    }

    void acquired(double wait) {
        acquired++;
        waited += wait;
    }

    void released(double hold) {
        released++;
        held += hold;
    }

    /** Returns the counts, with the means over time that others kept. */
    Simulated result(double seconds, Means means, long requests, long events) {
        double[] rates =
                Arrays.stream(good).map(count -> count * batchesPerSecond).toArray();
        return new Simulated(
                Statistics.batchMeans(rates),
                client.count() == 0 ? 0 : (double) failed / client.count(),
                client.mean(),
                client.quantile(0.99),
                server.mean(),
                server.quantile(0.99),
                MicrometerBuckets.quantile(server, 0.99),
                means.active,
                means.pending,
                means.busy,
                waited / acquired,
                held / released,
                acquired / seconds,
                means.serviceCpu,
                means.databaseCpu,
                requests,
                events);
    }

    /** Means over time. */
    record Means(double active, double pending, double busy, double serviceCpu, double databaseCpu) {
        /** Computes means from sums over time at the beginning and at the end of some seconds. */
        static Means between(Means first, Means last, double seconds) {
            return new Means(
                    (last.active - first.active) / seconds,
                    (last.pending - first.pending) / seconds,
                    (last.busy - first.busy) / seconds,
                    (last.serviceCpu - first.serviceCpu) / seconds,
                    (last.databaseCpu - first.databaseCpu) / seconds);
        }
    }
}
