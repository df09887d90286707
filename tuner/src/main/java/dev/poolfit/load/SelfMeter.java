package dev.poolfit.load;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

/** What the engine itself uses between two readings; made and read on the thread that it measures. */
final class SelfMeter {
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private long at = System.nanoTime();
    private long cpuNanos = threads.getCurrentThreadCpuTime();
    private long collectedMillis = collected();

    /**
     * @param cpu cores that the thread used, 0 to 1
     * @param collecting milliseconds of garbage collection in the process
     */
    record Use(double cpu, double collecting) {}

    /** The use since the reading before. */
    Use read() {
        long now = System.nanoTime();
        long cpu = threads.getCurrentThreadCpuTime();
        long collected = collected();
        var use = new Use((double) (cpu - cpuNanos) / Math.max(1, now - at), collected - collectedMillis);
        at = now;
        cpuNanos = cpu;
        collectedMillis = collected;
        return use;
    }

    private long collected() {
        long millis = 0;
        for (GarbageCollectorMXBean collector : collectors) {
            millis += Math.max(0, collector.getCollectionTime());
        }
        return millis;
    }
}
