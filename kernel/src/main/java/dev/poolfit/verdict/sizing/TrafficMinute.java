package dev.poolfit.verdict.sizing;

/**
 * What was recorded of one minute.
 *
 * @param second at which it began, since the recording began
 * @param seconds that it lasted; the last one may be shorter
 * @param borrows that were asked for within it, timeouts included
 * @param inUse the mean number of connections in use if nobody had to wait
 * @param holdMs the mean hold, in milliseconds
 * @param waitMs the mean wait that was seen, in milliseconds
 * @param lateShare the share of borrows that waited for longer than was asked for, 0 to 1
 * @param timeouts borrows that waited in vain
 * @param peak the most connections in use or waited for at once
 * @param needed the smallest number of connections that would have been enough
 */
public record TrafficMinute(
        double second,
        double seconds,
        int borrows,
        double inUse,
        double holdMs,
        double waitMs,
        double lateShare,
        int timeouts,
        int peak,
        int needed) {
    /** Counts the borrows that got a connection. */
    public int served() {
        return borrows - timeouts;
    }

    /** Returns the borrows a second. */
    public double rate() {
        return borrows / seconds;
    }
}
