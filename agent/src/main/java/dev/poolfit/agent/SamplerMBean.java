package dev.poolfit.agent;

import java.util.Map;

/**
 * Tells over JMX the load of one pool, its web server and the JVM. It uses only JDK types, so that the reader needs
 * none of its classes. When nobody takes for 60 s it stops by itself: then {@link #take} fails with
 * InstanceNotFoundException.
 */
public interface SamplerMBean {
    /**
     * Returns what was seen since the previous call, by the keys of {@link dev.poolfit.wire.SampleKey}, and starts anew. What cannot be
     * read is left out.
     *
     * <p>Of the looks: {@code samples}, their number; the means {@code active} and {@code idle} connections,
     * {@code pending} threads that wait and {@code busy} workers; {@code pendingPeak}. Of this moment: {@code total}
     * connections, {@code current} workers, and their limits {@code totalMax} and {@code currentMax} (−1 where workers
     * have none); {@code heapMiB}, loaded {@code classes}; of the container {@code memoryMiB}, {@code memoryMaxMiB}; {@code majorFaults},
     * {@code swappedMiB}.
     * Running totals: {@code processNs}, CPU time in ns; {@code gcMs}, {@code jitMs} and {@code cpuMs}, the sampler's
     * own CPU time, in ms; the container's CPU {@code periods} and those {@code throttled}; of Micrometer
     * {@code acquireCount} and {@code usageCount}, {@code acquireMs} and {@code usageMs} in ms, and {@code timeouts}.
     */
    Map<String, Double> take();

    /** Stops sampling and removes this MBean; does nothing the second time. */
    void stop();
}
