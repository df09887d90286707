package dev.poolfit.agent;

import java.util.Map;

/** What the sampler offers over JMX; only JDK types, so that the reader needs none of its classes. */
public interface SamplerMBean {
    /**
     * Returns what was seen since the previous call, and starts anew: all that is read each second, in one call.
     *
     * <p>Keys: {@code samples}; the means {@code active}, {@code idle}, {@code pending} and {@code busy}; the peak
     * {@code pendingPeak}; the latest {@code total}, {@code current}, and their limits {@code totalMax}, {@code currentMax};
     * of the JVM {@code heapMiB} and {@code classes}; of its container {@code memoryMiB}, {@code memoryMaxMiB}, {@code periods} and {@code throttled}; the running totals {@code processNs}, {@code gcMs}, {@code jitMs},
     * {@code acquireCount}, {@code acquireMs}, {@code usageCount}, {@code usageMs} and {@code timeouts}; {@code cpuMs}, the
     * sampler's own CPU time so far. What cannot be read is left out.
     */
    Map<String, Double> take();

    /** Stops sampling and removes this MBean. */
    void stop();
}
