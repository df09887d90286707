package dev.poolfit.verdict.sizing;

import dev.poolfit.evidence.NestedConnections;
import java.util.List;
import java.util.Optional;

/**
 * What was recorded of a service's traffic.
 *
 * @param seconds of the recording
 * @param minutes in their order, at least one
 * @param neediest those that need the most connections, the one that needs the most first
 * @param nested requests that hold several connections at once; empty where none do
 */
public record RecordedTraffic(
        double seconds, List<TrafficMinute> minutes, List<KeptMinute> neediest, Optional<NestedConnections> nested) {
    public RecordedTraffic {
        minutes = List.copyOf(minutes);
        neediest = List.copyOf(neediest);
    }

    /** Returns the same with requests that hold several connections at once. */
    public RecordedTraffic with(Optional<NestedConnections> requests) {
        return new RecordedTraffic(seconds, minutes, neediest, requests);
    }

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
