package dev.poolfit.service;

import dev.poolfit.evidence.Metric;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/** Heap, garbage collection and CPU time of the service's JVM, by JMX. */
final class JvmProbe implements Probe {
    private static final ObjectName MEMORY = HikariPool.objectName("java.lang:type=Memory");
    private static final ObjectName SYSTEM = HikariPool.objectName("java.lang:type=OperatingSystem");
    private static final ObjectName COLLECTORS = HikariPool.objectName("java.lang:type=GarbageCollector,name=*");

    private final JmxLink link;
    private final Growth cpu;
    private final Growth collection;

    JvmProbe(JmxLink link, LongSupplier nanoseconds) {
        this.link = link;
        this.cpu = new Growth(nanoseconds);
        this.collection = new Growth(nanoseconds);
    }

    @Override
    public String name() {
        return "JVM";
    }

    @Override
    public Subject subject() {
        return Subject.SERVICE;
    }

    @Override
    public Map<Metric, Double> read() {
        var values = new EnumMap<Metric, Double>(Metric.class);
        if (link.read(MEMORY, "HeapMemoryUsage").get("HeapMemoryUsage") instanceof CompositeData heap
                && heap.get("used") instanceof Long used) {
            values.put(Metric.HEAP, used / (1024.0 * 1024.0));
        }
        if (link.read(SYSTEM, "ProcessCpuTime").get("ProcessCpuTime") instanceof Long spent) {
            cpu.rateTo(spent / 1e9).ifPresent(cores -> values.put(Metric.SERVICE_CPU, cores));
        }
        double collected = link.find(COLLECTORS.toString()).stream()
                .map(bean -> link.read(bean, "CollectionTime").get("CollectionTime"))
                .mapToDouble(time -> time instanceof Long milliseconds ? milliseconds : 0)
                .sum();
        if (collection.to(collected)) {
            values.put(Metric.GC, collection.grown());
        }
        return values;
    }
}
