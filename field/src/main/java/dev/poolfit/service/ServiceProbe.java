package dev.poolfit.service;

import dev.poolfit.evidence.Metric;
import dev.poolfit.wire.SampleKey;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/** Reads the pool, the worker threads and the JVM of the service at once: from the agent within it, or by JMX. */
final class ServiceProbe implements Probe {
    private static final Map<String, Metric> GAUGES = Map.ofEntries(
            Map.entry(SampleKey.ACTIVE, Metric.POOL_ACTIVE),
            Map.entry(SampleKey.IDLE, Metric.POOL_IDLE),
            Map.entry(SampleKey.PENDING, Metric.POOL_PENDING),
            Map.entry(SampleKey.PENDING_PEAK, Metric.POOL_PENDING_PEAK),
            Map.entry(SampleKey.TOTAL, Metric.POOL_TOTAL),
            Map.entry(SampleKey.TOTAL_MAX, Metric.POOL_MAX),
            Map.entry(SampleKey.BUSY, Metric.THREADS_BUSY),
            Map.entry(SampleKey.CURRENT, Metric.THREADS_CURRENT),
            Map.entry(SampleKey.CURRENT_MAX, Metric.THREADS_MAX),
            Map.entry(SampleKey.HEAP_MIB, Metric.HEAP),
            Map.entry(SampleKey.CLASSES, Metric.CLASSES),
            Map.entry(SampleKey.MEMORY_MIB, Metric.SERVICE_MEMORY),
            Map.entry(SampleKey.MEMORY_MAX_MIB, Metric.SERVICE_MEMORY_MAX),
            Map.entry(SampleKey.SWAPPED_MIB, Metric.SERVICE_SWAPPED));

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
    private final Growth faults;

    ServiceProbe(Readout readout, LongSupplier nanoseconds) {
        this.readout = readout;
        this.totals = new PoolTotals(nanoseconds);
        this.cpu = new Growth(nanoseconds);
        this.collection = new Growth(nanoseconds);
        this.compilation = new Growth(nanoseconds);
        this.periods = new Growth(nanoseconds);
        this.throttled = new Growth(nanoseconds);
        this.faults = new Growth(nanoseconds);
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
        known(seen, SampleKey.PROCESS_NS).stream()
                .flatMap(spent -> cpu.rateTo(spent / 1e9).stream())
                .forEach(cores -> values.put(Metric.SERVICE_CPU, cores));
        known(seen, SampleKey.JIT_MS).stream()
                .flatMap(compiled -> compilation.rateTo(compiled).stream())
                .forEach(rate -> values.put(Metric.JIT_TIME, rate));
        known(seen, SampleKey.GC_MS).stream()
                .filter(collection::to)
                .forEach(collected -> values.put(Metric.GC, collection.grown()));
        known(seen, SampleKey.MAJOR_FAULTS).stream()
                .flatMap(total -> faults.rateTo(total).stream())
                .forEach(rate -> values.put(Metric.MAJOR_FAULTS, rate));
        throttled(seen).ifPresent(share -> values.put(Metric.SERVICE_THROTTLED, share));
        return values;
    }

    private OptionalDouble throttled(Map<String, Double> seen) {
        OptionalDouble all = known(seen, SampleKey.PERIODS);
        OptionalDouble some = known(seen, SampleKey.THROTTLED);
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
