package dev.poolfit.verdict.sizing;

import java.util.List;

/**
 * What was recorded of a service's traffic.
 *
 * @param seconds of the recording
 * @param minutes in their order, at least one
 * @param neediest those that need the most connections, the one that needs the most first
 */
public record RecordedTraffic(double seconds, List<TrafficMinute> minutes, List<KeptMinute> neediest) {
    /** Counts all borrows. */
    public long borrows() {
        return minutes.stream().mapToLong(TrafficMinute::borrows).sum();
    }

    /** Returns the most connections in use or waited for at once. */
    public int peak() {
        return minutes.stream().mapToInt(TrafficMinute::peak).max().orElse(0);
    }

    /** Returns whether no connection was handed out, though some were asked for, or so many were in use all the time. */
    boolean isDry(int size) {
        return minutes.stream().allMatch(each -> each.served() == 0) && (timeouts() > 0 || peak() >= size);
    }

    /** Counts the borrows that waited in vain. */
    public long timeouts() {
        return minutes.stream().mapToLong(TrafficMinute::timeouts).sum();
    }
}
