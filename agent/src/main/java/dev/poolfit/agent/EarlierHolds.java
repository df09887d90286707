package dev.poolfit.agent;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Finds who works with connections that were handed out before the record began: threads within a call of the pool's own proxies that have
 * no connection that is known. All stacks are read for that, so seldom, and only where such connections have been held for long.
 */
final class EarlierHolds {
    /** The age of the record from which on what was handed out before it is long. */
    private static final long LONG = TimeUnit.SECONDS.toNanos(8);
    /** The time between two looks. */
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(5);

    private static final String PROXY = "com.zaxxer.hikari.pool.HikariProxy";

    private final long began = System.nanoTime();
    private long looked = began;
    private Map<Thread, StackReader.Seen> seen = Map.of();
    private int fewest = Integer.MAX_VALUE;

    /**
     * Returns them as they were seen last.
     *
     * @param before connections that were handed out before the record, the least number since the last call
     * @param known threads that have a connection that is known
     */
    Map<Thread, StackReader.Seen> find(long now, int before, Set<Thread> known) {
        fewest = Math.min(fewest, before);
        if (fewest <= 0) {
            seen = Map.of();
        } else if (now - began >= LONG && now - looked >= PAUSE) {
            looked = now;
            seen = look(known);
        }
        return seen;
    }

    /** Returns when the record began, since which they have been held at least. */
    long began() {
        return began;
    }

    private Map<Thread, StackReader.Seen> look(Set<Thread> known) {
        Map<Thread, StackReader.Seen> found = new HashMap<>();
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            if (found.size() < fewest && !known.contains(thread) && callsPool(stack)) {
                found.put(thread, new StackReader.Seen(stack, thread.getState()));
            }
        });
        return found;
    }

    private static boolean callsPool(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().startsWith(PROXY)) {
                return true;
            }
        }
        return false;
    }
}
