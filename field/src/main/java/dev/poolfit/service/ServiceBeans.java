package dev.poolfit.service;

import dev.poolfit.wire.SampleKey;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * Reads the pool, the worker threads and the JVM at this moment, by JMX: one list of attributes from each MBean, whose
 * names are found once. Peaks between reads are missed.
 */
final class ServiceBeans implements ServiceProbe.Readout {
    private static final double MEBIBYTE = 1024 * 1024;

    private final JmxLink link;
    /** The attributes of each MBean, each with its key. */
    private final Map<ObjectName, Map<String, String>> keys = new LinkedHashMap<>();

    ServiceBeans(JmxLink link, HikariPool pool, Optional<ServerThreads> threads) {
        this.link = link;
        keys.put(
                pool.bean(),
                Map.of(
                        "ActiveConnections", SampleKey.ACTIVE,
                        "IdleConnections", SampleKey.IDLE,
                        "ThreadsAwaitingConnection", SampleKey.PENDING,
                        "TotalConnections", SampleKey.TOTAL));
        keys.put(pool.config(), Map.of("MaximumPoolSize", SampleKey.TOTAL_MAX));
        threads.ifPresent(each -> keys.put(
                each.bean(),
                Map.of(
                        "currentThreadsBusy",
                        SampleKey.BUSY,
                        "currentThreadCount",
                        SampleKey.CURRENT,
                        "maxThreads",
                        SampleKey.CURRENT_MAX)));
        keys.put(jvm("Memory"), Map.of("HeapMemoryUsage", SampleKey.HEAP_MIB));
        keys.put(jvm("OperatingSystem"), Map.of("ProcessCpuTime", SampleKey.PROCESS_NS));
        keys.put(jvm("Compilation"), Map.of("TotalCompilationTime", SampleKey.JIT_MS));
        keys.put(jvm("ClassLoading"), Map.of("LoadedClassCount", SampleKey.CLASSES));
        link.find("java.lang:type=GarbageCollector,name=*")
                .forEach(collector -> keys.put(collector, Map.of("CollectionTime", SampleKey.GC_MS)));
    }

    private static ObjectName jvm(String type) {
        return HikariPool.objectName("java.lang:type=" + type);
    }

    @Override
    public Map<String, Double> take() {
        var attributes = new LinkedHashMap<ObjectName, String[]>();
        keys.forEach((bean, wanted) -> attributes.put(bean, HikariPool.array(wanted.keySet())));
        Map<ObjectName, Map<String, Object>> read = link.read(attributes);
        var values = new HashMap<String, Double>();
        keys.forEach((bean, wanted) -> wanted.forEach((attribute, key) -> {
            Object value = read.getOrDefault(bean, Map.of()).get(attribute);
            if (value instanceof CompositeData heap && heap.get("used") instanceof Long used) {
                values.put(key, used / MEBIBYTE);
            } else if (value instanceof Number number) {
                values.merge(key, number.doubleValue(), Double::sum);
            }
        }));
        return values;
    }
}
