package dev.poolfit.agent;

import java.util.Map;

/**
 * Limits how many of a pool's connections are in circulation, by a schedule, and counts. It uses only JDK types, so that the reader
 * needs none of its classes. When nobody takes for 1 s it lets go of all connections and takes itself out of the pool: then
 * {@link #take} fails with InstanceNotFoundException.
 */
public interface LimiterMBean {
    /**
     * Begins a schedule, in place of the one that is under way. Each limit holds for one period; after the last one all
     * connections of the pool are in circulation.
     *
     * @param limits the most connections that are in circulation, at least 1, by period
     * @param slots the length of a period in slots of 5 ms, at least 1
     * @throws IllegalArgumentException if a number is too small
     */
    void schedule(int[] limits, int slots);

    /**
     * Returns what was counted since the previous call, by {@link dev.poolfit.wire.CountKey} with its types and units. An answer that
     * is lost on its way is not repeated.
     */
    Map<String, Object> take();

    /** Lets go of all connections, gives the pool its own bag back and removes this MBean; does nothing the second time. */
    void stop();
}
