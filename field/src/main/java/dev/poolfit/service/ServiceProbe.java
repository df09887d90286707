package dev.poolfit.service;

import dev.poolfit.evidence.Metric;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/** Reads the pool, the worker threads and the JVM of the service at once: from the agent within it, or by JMX. */
final class ServiceProbe implements Probe {
    private static final Map<String, Metric> GAUGES = Map.ofEntries(
            Map.entry("active", Metric.POOL_ACTIVE),
            Map.entry("idle", Metric.POOL_IDLE),
            Map.entry("pending", Metric.POOL_PENDING),
            Map.entry("pendingPeak", Metric.POOL_PENDING_PEAK),
            Map.entry("total", Metric.POOL_TOTAL),
            Map.entry("totalMax", Metric.POOL_MAX),
            Map.entry("busy", Metric.THREADS_BUSY),
            Map.entry("current", Metric.THREADS_CURRENT),
            Map.entry("currentMax", Metric.THREADS_MAX),
            Map.entry("heapMiB", Metric.HEAP),
            Map.entry("classes", Metric.CLASSES),
            Map.entry("memoryMiB", Metric.SERVICE_MEMORY),
            Map.entry("memoryMaxMiB", Metric.SERVICE_MEMORY_MAX));

    /** Reads the values; keys are those of the agent's own interface. */
    interface Readout {
        Map<String, Double> take();

        default void stop() {}
    }

    private final Readout readout;
    private final PoolTotals totals;
    private final Growth cpu;
    private final Growth collection;
    private final Growth compilation;
    private final Growth periods;
    private final Growth throttled;

    ServiceProbe(Readout readout, LongSupplier nanoseconds) {
        this.readout = readout;
        this.totals = new PoolTotals(nanoseconds);
        this.cpu = new Growth(nanoseconds);
        this.collection = new Growth(nanoseconds);
        this.compilation = new Growth(nanoseconds);
        this.periods = new Growth(nanoseconds);
        this.throttled = new Growth(nanoseconds);
    }

    @Override
    public String name() {
        return "service";
    }

    @Override
    public Subject subject() {
        return Subject.SERVICE;
    }

    @Override
    public Map<Metric, Double> read() {
        var values = new EnumMap<Metric, Double>(Metric.class);
        Map<String, Double> seen = readout.take();
        GAUGES.forEach((key, metric) -> known(seen, key).ifPresent(value -> values.put(metric, value)));
        totals.read(seen, values);
        known(seen, "processNs").stream()
                .flatMap(spent -> cpu.rateTo(spent / 1e9).stream())
                .forEach(cores -> values.put(Metric.SERVICE_CPU, cores));
        known(seen, "jitMs").stream()
                .flatMap(compiled -> compilation.rateTo(compiled).stream())
                .forEach(rate -> values.put(Metric.JIT_TIME, rate));
        known(seen, "gcMs").stream()
                .filter(collection::to)
                .forEach(collected -> values.put(Metric.GC, collection.grown()));
        throttled(seen).ifPresent(share -> values.put(Metric.SERVICE_THROTTLED, share));
        return values;
    }

    private OptionalDouble throttled(Map<String, Double> seen) {
        OptionalDouble all = known(seen, "periods");
        OptionalDouble some = known(seen, "throttled");
        if (all.isEmpty() || some.isEmpty()) {
            return OptionalDouble.empty();
        }
        boolean comparable = periods.to(all.getAsDouble()) & throttled.to(some.getAsDouble());
        return comparable && periods.grown() > 0
                ? OptionalDouble.of(Math.min(1, throttled.grown() / periods.grown()))
                : OptionalDouble.empty();
    }

    /** Returns empty for −1 too, by which MBeans say what they do not know. */
    private static OptionalDouble known(Map<String, Double> seen, String key) {
        Double value = seen.get(key);
        return value == null || value < 0 ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    @Override
    public void close() {
        readout.stop();
    }
}
