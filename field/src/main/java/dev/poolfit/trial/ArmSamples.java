package dev.poolfit.trial;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.experiment.Settings;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The seconds of a comparison within the service as they are for one setting: what the limiter counted, and its part of the work. */
final class ArmSamples {
    /** The cores, statements and rows of a second go with the requests of that second. */
    private static final Set<Metric> WORK = EnumSet.of(
            Metric.SERVICE_CPU,
            Metric.DATABASE_CPU,
            Metric.DATABASE_QUERIES,
            Metric.DATABASE_TRANSACTIONS,
            Metric.DATABASE_ROWS,
            Metric.DATABASE_TEMPORARY,
            Metric.DATABASE_FLUSHES);

    private ArmSamples() {}

    /**
     * Returns a second for one setting.
     *
     * @param settings with its pool, and its threads where the service has some
     * @param rate its good responses a second
     * @param part its rate relative to the mean of all settings
     */
    static Sample of(Sample sample, Settings settings, List<SliceCell> cells, double rate, double part) {
        double seconds = cells.stream().mapToDouble(SliceCell::seconds).sum();
        double borrowed = cells.stream().mapToDouble(SliceCell::borrowed).sum();
        double share = cells.stream().mapToDouble(SliceCell::holds).sum();
        double waited = cells.stream().mapToDouble(SliceCell::waitedMs).sum();
        double held = cells.stream().mapToDouble(SliceCell::heldMs).sum();
        double timeouts = cells.stream().mapToDouble(SliceCell::timeouts).sum();
        double busy = cells.stream().mapToDouble(SliceCell::busyMs).sum();
        double pool = settings.pool().orElseThrow();
        var values = new EnumMap<Metric, Double>(Metric.class);
        sample.values().forEach((metric, value) -> values.put(metric, WORK.contains(metric) ? value * part : value));
        values.put(Metric.THROUGHPUT, rate);
        if (seconds == 0) {
            return new Sample(sample.second(), values);
        }
        double active = held / 1000 / seconds;
        values.put(Metric.POOL_ACTIVE, active);
        values.put(Metric.POOL_IDLE, Math.max(0, pool - active));
        values.put(Metric.POOL_PENDING, waited / 1000 / seconds);
        values.remove(Metric.POOL_PENDING_PEAK);
        values.put(Metric.POOL_TOTAL, pool);
        values.put(Metric.POOL_MAX, pool);
        values.put(Metric.ACQUISITIONS, borrowed / seconds);
        values.put(Metric.TIMEOUTS, timeouts / seconds);
        if (borrowed > 0 && share > 0) {
            values.put(Metric.ACQUIRE, waited / borrowed);
            values.put(Metric.USAGE, held / share);
        }
        // Counted only where the settings differ in their threads.
        if (busy > 0 && settings.threads().isPresent()) {
            double threads = settings.threads().getAsInt();
            values.put(Metric.THREADS_BUSY, busy / 1000 / seconds);
            values.put(Metric.THREADS_MAX, threads);
            values.computeIfPresent(Metric.THREADS_CURRENT, (metric, value) -> Math.min(value, threads));
        }
        return new Sample(sample.second(), values);
    }
}
