package dev.poolfit.verdict.sizing;

/**
 * One borrow of a connection, in nanoseconds by the service's own clock.
 *
 * @param asked when the thread asked for it
 * @param waited for how long it waited
 * @param held for how long it was held, until now if it still is; −1 for a wait in vain
 * @param route of the request that it was for; empty where there was none
 */
public record Borrow(long asked, long waited, long held, String route) {
    /** Returns when the connection was handed out. */
    long since() {
        return asked + waited;
    }

    /** Returns when it ended: when the connection was given back, or the wait was in vain. */
    public long end() {
        return since() + Math.max(0, held);
    }
}
