package dev.poolfit.evidence.live;

/**
 * A guard that broke, and opened the pool.
 *
 * @param size that was tried, in connections
 * @param guard the guard
 * @param value what broke it, in the guard's unit
 * @param openedMs the time that it took to let go of all connections, in milliseconds
 */
public record GuardBreak(int size, Guard guard, double value, double openedMs) {
    /** The guards, with their units; the first four stand in the order of {@link dev.poolfit.experiment.LiveGuard}. */
    public enum Guard {
        /** The longest wait of one borrow, in nanoseconds. */
        WAIT,
        /** Threads that wait at once. */
        PENDING,
        /** Borrows that ended in vain. */
        TIMEOUTS,
        /** The waits of all borrows together, in nanoseconds. */
        COST,
        /** The share of requests that failed beyond what failed before. */
        ERRORS
    }
}
