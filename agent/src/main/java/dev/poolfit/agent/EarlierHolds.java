package dev.poolfit.agent;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Finds who works with connections that were handed out before the record began: threads that are within a call of the pool's own proxies
 * in two looks, and have no connection that is known. All stacks are read for that, so seldom.
 */
final class EarlierHolds {
    /** The age of the record from which on it is looked for them. */
    private static final long BEGIN = TimeUnit.SECONDS.toNanos(3);
    /** The least time between two looks. */
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(5);
    /** A look takes no more than this share of the time. */
    private static final double SHARE = 0.005;

    private static final String PROXY = "com.zaxxer.hikari.pool.HikariProxy";

    private final long began = System.nanoTime();
    private long next = began + BEGIN;
    private Set<Thread> candidates = Set.of();
    private Map<Thread, StackReader.Seen> seen = Map.of();
    /**
     * The connections that were handed out before, by the largest of the numbers since the last look: each is too small where one was given
     * back while they were counted. Less than 0 where none is known.
     */
    private int before = -1;

    /**
     * Returns them as they were seen last.
     *
     * @param least the least number of connections that were handed out before the record, since the last call; less than 0 where it is
     *     not known
     * @param known tells the threads that have a connection that is known
     */
    Map<Thread, StackReader.Seen> find(long now, int least, Supplier<Set<Thread>> known) {
        before = Math.max(before, least);
        if (now >= next && before >= 0) {
            if (before > 0) {
                look(known);
            } else {
                seen = Map.of();
                candidates = Set.of();
            }
            before = -1;
            next = now + Math.max(PAUSE, (long) ((System.nanoTime() - now) / SHARE));
        }
        return seen;
    }

    /** Returns when the record began, since which they have been held at least. */
    long began() {
        return began;
    }

    private void look(Supplier<Set<Thread>> known) {
        Map<Thread, StackReader.Seen> found = new HashMap<>();
        Set<Thread> now = new HashSet<>();
        Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
        // Whoever has got one meanwhile is known by now.
        Set<Thread> others = known.get();
        all.forEach((thread, stack) -> {
            if (!others.contains(thread) && callsPool(stack)) {
                now.add(thread);
                if (candidates.contains(thread) && found.size() < before) {
                    found.put(thread, new StackReader.Seen(stack, thread.getState()));
                }
            }
        });
        candidates = now;
        seen = found;
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
