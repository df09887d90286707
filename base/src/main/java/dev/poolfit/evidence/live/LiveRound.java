package dev.poolfit.evidence.live;

import java.util.List;
import java.util.Optional;

/**
 * Some blocks of one size, one after the other.
 *
 * @param size the smaller pool, in connections, at least 1
 * @param today the size that it took turns with, in connections
 * @param longer whether the turns were longer than usual, so that a queue had the time to grow
 * @param turnMs the length of a turn, in milliseconds, above 0
 * @param blocks that ended
 * @param broken the guard that ended it early
 * @param unlimited how many times a guard would have broken while all connections were in circulation
 * @param seconds that it took, at least 0
 * @param borrows that were asked for meanwhile, at any size
 * @param extraWaitMs the time that borrows waited meanwhile beyond what they waited at today's size, summed, in milliseconds; chance
 *     may make it negative
 * @param served what the web server answered meanwhile; empty where it does not tell
 */
public record LiveRound(
        int size,
        int today,
        boolean longer,
        int turnMs,
        List<LiveBlock> blocks,
        Optional<GuardBreak> broken,
        int unlimited,
        double seconds,
        double borrows,
        double extraWaitMs,
        Optional<Served> served) {
    public LiveRound {
        blocks = List.copyOf(blocks);
        if (size < 1 || turnMs < 1 || !(seconds >= 0 && borrows >= 0) || !Double.isFinite(extraWaitMs)) {
            throw new IllegalArgumentException("a round is of a size and a time above 0, not of " + size + " and "
                    + turnMs + " ms, and its figures are finite");
        }
    }

    /** Returns what it cost, without its comparisons. */
    public LiveRound uncounted() {
        return new LiveRound(
                size, today, longer, turnMs, List.of(), broken, unlimited, seconds, borrows, extraWaitMs, served);
    }
}
