package dev.poolfit.limiter;

import dev.poolfit.experiment.LiveGuard;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Limits how many connections of a running service's pool are in circulation, and how many of its worker threads run a request at
 * once, by a schedule, and counts what the pool hands out;
 * taken out of the service when it is closed, or once nobody has called {@link #take} for its {@link #SILENCE}.
 */
public interface BorrowLimiter extends AutoCloseable {
    /** The slots of a second. */
    int SLOTS = 200;

    /** How long nobody may call {@link #take} before the limiter takes itself out, unless another time was asked for. */
    Duration SILENCE = Duration.ofSeconds(1);

    /**
     * Begins a schedule, unless the limiter has taken itself out; after it, all connections and threads are in circulation.
     *
     * @param limits the most connections in circulation, at least 1, by period
     * @param threads the most worker threads that run a request at once, at least 1, by period; empty for no limit, and where they
     *     cannot be limited ({@link BorrowCounts#workers})
     * @param slots the length of a period in slots of 5 ms, at least 1
     */
    void schedule(List<Integer> limits, List<Integer> threads, int slots);

    /**
     * Guards the borrowers in all schedules that begin afterwards: as soon as one breaks in a period with a limit, the schedule is at its
     * end, and all connections are in circulation. {@link Integer#MAX_VALUE} among the limits of a schedule is no limit.
     *
     * @param guard what no borrower may bear
     * @param late the wait above which a borrow counts as late
     * @param cost the time that all borrows together may wait at a limit from now on
     */
    void guard(LiveGuard guard, Duration late, Duration cost);

    /**
     * Returns what was counted since the previous call; empty once the limiter has taken itself out, since nobody called.
     *
     * @throws dev.poolfit.evidence.EnvironmentFailure if the service does not answer
     */
    Optional<BorrowCounts> take();

    @Override
    void close();
}
