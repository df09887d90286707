package dev.poolfit.agent;

import dev.poolfit.wire.SampleKey;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Reads the JVM and its container: running totals of CPU, compilation and collection, and present counts. */
final class JvmTotals {
    private static final double MEBIBYTE = 1024 * 1024;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ObjectName system;
    private final ControlGroup group = ControlGroup.own();
    private final ProcessMemory memory = ProcessMemory.own();

    JvmTotals() throws JMException {
        system = new ObjectName(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME);
    }

    void readInto(Map<String, Double> values) {
        group.readInto(values);
        memory.readInto(values);
        values.put(
                SampleKey.HEAP_MIB,
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEBIBYTE);
        values.put(SampleKey.CLASSES, (double)
                ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
        double collected = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            collected += Math.max(0, collector.getCollectionTime());
        }
        values.put(SampleKey.GC_MS, collected);
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        if (compiler != null && compiler.isCompilationTimeMonitoringSupported()) {
            values.put(SampleKey.JIT_MS, (double) compiler.getTotalCompilationTime());
        }
        try {
            // By name, since the class that has it belongs to a module that the service may lack.
            Object spent = server.getAttribute(system, "ProcessCpuTime");
            if (spent instanceof Long && (Long) spent >= 0) {
                values.put(SampleKey.PROCESS_NS, ((Long) spent).doubleValue());
            }
        } catch (JMException unknown) {
            // Another JVM than the usual one.
        }
    }
}
