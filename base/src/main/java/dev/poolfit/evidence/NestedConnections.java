package dev.poolfit.evidence;

import dev.poolfit.units.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Requests that hold several connections of one pool at once. If T threads hold all but one of their C connections and wait for the last,
 * none goes on: below T(C−1)+1 connections a pool can stand still for good (About Pool Sizing, HikariCP's wiki: pool-locking).
 *
 * @param endpoint that was seen to hold the most at once, such as {@code POST /orders}
 * @param each the most connections that one request of it held at once; at least 2
 * @param atOnce the most requests of such endpoints that held one at the same time; at least 0
 * @param threads the most threads that serve requests; empty where nothing limits them, as with virtual threads
 */
public record NestedConnections(String endpoint, int each, int atOnce, OptionalInt threads) {
    public NestedConnections {
        threads = Objects.requireNonNullElse(threads, OptionalInt.empty());
        if (each < 2 || atOnce < 0) {
            throw new IllegalArgumentException(
                    "requests must hold 2 connections or more, 0 of them or more at once, but they hold " + each + ", "
                            + atOnce + " at once");
        }
    }

    /** Returns the smallest pool that cannot stand still, whatever its threads do; empty where nothing limits them. */
    public OptionalLong floor() {
        return threads.isPresent() ? OptionalLong.of(floor(threads.getAsInt())) : OptionalLong.empty();
    }

    /** Returns the same for so many threads. */
    public long floor(int threads) {
        return floor(threads, each);
    }

    /** Returns the smallest pool that cannot stand still with so many threads that hold so many connections each. */
    public static long floor(int threads, int each) {
        return threads * (each - 1L) + 1;
    }

    /** Returns the most threads with which a pool cannot stand still. */
    public int mostThreads(int pool) {
        return (pool - 1) / (each - 1);
    }

    /** Returns how many such requests at once can take all connections of a pool, each without its last. */
    public int possibleFrom(int pool) {
        return mostThreads(pool) + 1;
    }

    /** Returns whether so large a pool cannot stand still. */
    public boolean isSafe(int pool) {
        return floor().isPresent() && floor().getAsLong() <= pool;
    }

    /** Returns the smallest pool to recommend where there is one of a size: the one that cannot stand still, or else none below it. */
    public int least(int pool) {
        return isSafe(pool) ? (int) floor().orElseThrow() : pool;
    }

    /** Says who holds how many, whether a pool can stand still by that, and what to do. */
    public Message said(int pool) {
        var sentences = new ArrayList<>(List.of(Message.of("holders.nested", endpoint, each)));
        if (isSafe(pool)) {
            sentences.add(Message.of("holders.nested.safe", pool, threads.orElseThrow(), floor().orElseThrow()));
        } else {
            sentences.add(Message.of("holders.nested.possible", pool, possibleFrom(pool), atOnce));
            sentences.add(Message.of("holders.do.nested"));
            sentences.add(
                    floor().isPresent()
                            ? Message.of("holders.nested.floor", threads.orElseThrow(), floor().orElseThrow())
                            : Message.of("holders.nested.unlimited"));
        }
        return Message.joined("join.space", sentences);
    }
}
