package dev.poolfit.load.http;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.function.LongSupplier;

/** Reads the CPU of the thread that reads it, and the garbage collections of its process. */
final class SelfMeter implements Meter {
    private final LongSupplier clock;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private long at;
    private long cpuNanos;
    private long collectedMillis;

    /** @param clock gives nanoseconds */
    SelfMeter(LongSupplier clock) {
        this.clock = clock;
    }

    @Override
    public Use read() {
        long now = clock.getAsLong();
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
