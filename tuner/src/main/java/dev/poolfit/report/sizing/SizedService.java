package dev.poolfit.report.sizing;

import dev.poolfit.verdict.sizing.Sizing;
import java.time.LocalDateTime;
import java.util.Optional;

/**
 * A service whose traffic was recorded.
 *
 * @param name of the service
 * @param pool the pool's name
 * @param began when the recording began, by this machine's clock
 * @param sizing for the size that the pool has now
 * @param sizeBefore the size that the pool had when the recording began
 * @param restarts how many times the service was lost and found again meanwhile
 * @param dropped borrows that were not recorded for want of room
 * @param live the command that compares sizes of this pool under its own traffic, where there is one
 */
public record SizedService(
        String name,
        String pool,
        LocalDateTime began,
        Sizing sizing,
        int sizeBefore,
        int restarts,
        long dropped,
        Optional<String> live) {}
