package dev.poolfit.agent;

import java.util.Map;

/**
 * Limits how many of a pool's connections are in circulation, and how many worker threads run a request at once, by a schedule, and
 * counts. It uses only JDK types, so that the reader needs none of its classes. When nobody takes for a second, or for as long as its
 * tuner said, it lets go of all connections and threads, and takes itself out of the pool: then {@link #take} fails with
 * InstanceNotFoundException.
 */
public interface LimiterMBean {
    /**
     * Begins a schedule, in place of the one that is under way. Each limit holds for one period; after the last one all
     * connections of the pool are in circulation, and all worker threads.
     *
     * @param limits the most connections that are in circulation, at least 1, by period
     * @param threads the most worker threads that run a request at once, by period; 0 where there is no limit, empty where there is
     *     none in any period
     * @param slots the length of a period in slots of 5 ms, at least 1
     * @throws IllegalArgumentException if a number is too small, if there is not one of threads for each limit, or if worker threads
     *     cannot be limited ({@link dev.poolfit.wire.CountKey#WORKERS})
     */
    void schedule(int[] limits, int[] threads, int slots);

    /**
     * Guards the borrowers in all schedules that begin afterwards. As soon as a guard breaks in a period with a limit, all connections are
     * in circulation, and the schedule is at its end. {@link Integer#MAX_VALUE} among the limits of a schedule is no limit.
     *
     * @param agreed by {@link dev.poolfit.wire.GuardColumn}, {@link Long#MAX_VALUE} where nothing is agreed
     * @throws IllegalArgumentException if they are not as many, or one is below 0
     */
    void guard(long[] agreed);

    /**
     * Returns what was counted since the previous call, by {@link dev.poolfit.wire.CountKey} with its types and units. An answer that
     * is lost on its way is not repeated.
     */
    Map<String, Object> take();

    /**
     * Lets go of all connections and threads, gives the pool its own bag and Tomcat its own queue back, and removes this MBean; does
     * nothing the second time.
     */
    void stop();
}
