package dev.poolfit.model.replay;

/**
 * Says how long recorded borrows would have waited for one of so many connections.
 *
 * @param connections of the pool, at least 1
 * @param borrows that were served or timed out
 * @param late borrows that waited for longer than was asked for
 * @param meanMs the mean wait, in milliseconds; one in vain counts as long as it lasted
 * @param p99Ms what 99 of 100 wait at most, in milliseconds
 * @param p999Ms what 999 of 1,000 wait at most, in milliseconds
 * @param timeouts borrows that waited in vain
 * @param inUse the mean number of connections in use
 * @param p999Waiting what 999 of 1,000 borrows find waiting at most when they come, themselves among them
 */
public record ReplayedWaits(
        int connections,
        int borrows,
        int late,
        double meanMs,
        double p99Ms,
        double p999Ms,
        int timeouts,
        double inUse,
        int p999Waiting) {
    /** Returns the share of borrows that waited for longer than was asked for, 0 to 1. */
    public double lateShare() {
        return borrows == 0 ? 0 : (double) late / borrows;
    }
}
