package dev.poolfit.service;

import java.util.List;

/**
 * Limits how many connections of a running service's pool are in circulation, by a schedule, and counts what the pool hands out;
 * taken out of the service when it is closed, or once nobody has called {@link #take} for 1 s.
 */
public interface BorrowLimiter extends AutoCloseable {
    /** The slots of a second. */
    int SLOTS = 200;

    /**
     * Begins a schedule; after it, all connections of the pool are in circulation.
     *
     * @param limits the most connections in circulation, at least 1, by period
     * @param slots the length of a period in slots of 5 ms, at least 1
     */
    void schedule(List<Integer> limits, int slots);

    /**
     * Returns what was counted since the previous call.
     *
     * @throws dev.poolfit.evidence.EnvironmentFailure if the service does not answer, or if nobody called for 1 s
     */
    BorrowCounts take();

    @Override
    void close();
}
