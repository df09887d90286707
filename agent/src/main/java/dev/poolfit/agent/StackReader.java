package dev.poolfit.agent;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Reads stacks of threads, and says when there is time for it. Up to Java 18 all threads of a JVM stop while the stack of one
 * is read (VM_ThreadDump in HotSpot's vmOperations.cpp), so that several are read in one stop. Since Java 19 each of them
 * stops for itself (JEP 425).
 */
final class StackReader {
    private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(500);
    /** A look at few threads does not wait as long, however busy the cores are: it stops the service for less time. */
    private static final long LONGEST_FOR_EACH = TimeUnit.MILLISECONDS.toNanos(60);
    /** The share of the time that looks may take, since the service stands still for most of a look. */
    private static final double SHARE = 0.005;
    /** The first Java whose threads stop one by one. */
    private static final int ONE_BY_ONE = 19;

    private final boolean together = Runtime.version().feature() < ONE_BY_ONE;
    /** The mean time that the last looks took, in nanoseconds. */
    private long cost;

    private int threads = 1;

    /** The stack and the state of a thread. */
    static final class Seen {
        final StackTraceElement[] stack;
        final Thread.State state;

        Seen(StackTraceElement[] stack, Thread.State state) {
            this.stack = stack;
            this.state = state;
        }
    }

    /** Returns the time to wait after a look, in nanoseconds. */
    long pause() {
        return Math.max(SHORTEST, Math.min(Math.min(LONGEST, LONGEST_FOR_EACH * threads), (long) (cost / SHARE)));
    }

    /** Notes how many nanoseconds a look has taken. */
    void took(long nanos) {
        cost += cost == 0 ? nanos : (nanos - cost) / 8;
    }

    Map<Thread, Seen> read(Collection<Thread> asked) {
        threads = Math.max(1, asked.size());
        Map<Thread, Seen> seen = new HashMap<>();
        if (together) {
            Map<Long, Thread> byId = new HashMap<>();
            asked.forEach(thread -> byId.put(thread.getId(), thread));
            long[] ids = byId.keySet().stream().mapToLong(Long::longValue).toArray();
            for (ThreadInfo each : ManagementFactory.getThreadMXBean().getThreadInfo(ids, Integer.MAX_VALUE)) {
                if (each != null) {
                    seen.put(byId.get(each.getThreadId()), new Seen(each.getStackTrace(), each.getThreadState()));
                }
            }
        } else {
            asked.forEach(thread -> seen.put(thread, new Seen(thread.getStackTrace(), thread.getState())));
        }
        return seen;
    }
}
