package dev.poolfit.agent;

import dev.poolfit.wire.CountColumn;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;

/**
 * Counts borrowed and returned connections by slots of 5 ms, and by which share of its hold each fell into which slot: a long hold
 * counts a little in each slot that it spans, so that the few ends of slow requests add little noise.
 */
final class BorrowCounts implements ObjLongConsumer<Object>, Consumer<Object> {
    /** The length of a slot in nanoseconds. */
    static final long SLOT = TimeUnit.MILLISECONDS.toNanos(5);

    /** Slots that are remembered, 20 s: what a longer hold adds to older ones is lost. */
    private static final int SLOTS = 4096;
    /** Slots before the oldest one, into which nobody may still count when it is used anew. */
    private static final int GUARD = 64;

    private final long begin = System.nanoTime();
    private final AtomicLongArray counts = new AtomicLongArray(SLOTS * CountColumn.COUNT);
    /** The time since which each connection is held. */
    private final Map<Object, Long> open = new ConcurrentHashMap<>();

    private final Supplier<String> route;
    /** The place of each route among the columns, the one for none left out. */
    private final Map<String, Integer> routes = new ConcurrentHashMap<>();

    private final AtomicLong failures = new AtomicLong();
    private volatile long late = Long.MAX_VALUE;

    /** @param route returns the route of the request that the calling thread serves; null for none */
    BorrowCounts(Supplier<String> route) {
        this.route = route;
    }

    /** Returns the slot of now. */
    long slot() {
        return (System.nanoTime() - begin) / SLOT;
    }

    /** Returns the nanoseconds until a slot begins; negative once it has begun. */
    long until(long slot) {
        return slot * SLOT - (System.nanoTime() - begin);
    }

    /** Returns the number of failures on threads of the service. */
    long failures() {
        return failures.get();
    }

    /** Counts borrows that wait longer than so many nanoseconds as late. */
    void lateAbove(long nanos) {
        late = nanos;
    }

    /** Counts a failure on a thread of the service. */
    void failed() {
        failures.incrementAndGet();
    }

    /** A borrow begins, where the time is −1, or has ended: with a connection, or in vain with null. */
    @Override
    public void accept(Object entry, long waitedNanos) {
        try {
            long now = System.nanoTime() - begin;
            if (waitedNanos < 0) {
                add(now / SLOT, CountColumn.ASKED, 1);
                return;
            }
            spread(now - waitedNanos, now, CountColumn.WAITED_MICROS, waitedNanos / 1e3);
            if (waitedNanos > late) {
                add(now / SLOT, CountColumn.LATE, 1);
            }
            if (entry == null) {
                add(now / SLOT, CountColumn.TIMEOUTS, 1);
            } else {
                add(now / SLOT, CountColumn.BORROWED, 1);
                open.put(entry, now);
            }
        } catch (Throwable ours) { // the service must not notice
            failed();
        }
    }

    /** A connection was given back, or closed; one that was not held is not counted. */
    @Override
    public void accept(Object entry) {
        try {
            Long since = open.remove(entry);
            if (since != null) {
                ended(since, System.nanoTime() - begin);
            }
        } catch (Throwable ours) { // the service must not notice
            failed();
        }
    }

    /** A worker thread has ended a request, after so long. */
    void ran(long nanos) {
        try {
            long now = System.nanoTime() - begin;
            spread(now - nanos, now, CountColumn.BUSY_MICROS, nanos / 1e3);
        } catch (Throwable ours) { // the service must not notice
            failed();
        }
    }

    private void ended(long since, long now) {
        add(now / SLOT, CountColumn.RETURNED, 1);
        spread(since, now, CountColumn.HELD_MICROS, (now - since) / 1e3);
        spread(since, now, CountColumn.SHARE_MILLIONTHS, 1e6);
        spread(since, now, CountColumn.FIRST_ROUTE + place(route.get()), 1e6);
    }

    /** Returns the place of a route; two that come first at the same time may share one. */
    private int place(String name) {
        if (name == null) {
            return 0;
        }
        Integer known = routes.get(name);
        if (known == null) {
            known = Math.min(routes.size() + 1, CountColumn.ROUTES - 1);
            if (known < CountColumn.ROUTES - 1) {
                routes.put(name, known);
            }
        }
        return known;
    }

    /** Adds an amount to the slots of a time, to each by its part of that time; what is older than the slots is lost. */
    private void spread(long since, long now, int column, double amount) {
        long last = now / SLOT;
        if (since >= last * SLOT) {
            add(last, column, Math.round(amount));
            return;
        }
        double each = amount / (now - since);
        for (long slot = Math.max(Math.floorDiv(since, SLOT), Math.max(0, last - SLOTS + 2 * GUARD));
                slot <= last;
                slot++) {
            long from = Math.max(since, slot * SLOT);
            long to = Math.min(now, (slot + 1) * SLOT);
            add(slot, column, Math.round(each * (to - from)));
        }
    }

    private void add(long slot, int column, long value) {
        counts.getAndAdd((int) (slot % SLOTS) * CountColumn.COUNT + column, value);
    }

    /**
     * Returns what was counted since the last time, with {@link CountColumn#COUNT} values for each slot in which something was; what
     * ends later is told of its slot later.
     */
    long[] drain() {
        long now = slot();
        long[] rows = new long[64 * CountColumn.COUNT];
        int length = 0;
        for (long slot = Math.max(0, now - SLOTS + GUARD); slot < now; slot++) {
            int at = (int) (slot % SLOTS) * CountColumn.COUNT;
            boolean some = false;
            for (int column = 1; column < CountColumn.COUNT; column++) {
                some |= counts.get(at + column) != 0;
            }
            if (some) {
                if (length + CountColumn.COUNT > rows.length) {
                    rows = Arrays.copyOf(rows, 2 * rows.length);
                }
                rows[length] = slot;
                for (int column = 1; column < CountColumn.COUNT; column++) {
                    rows[length + column] = counts.getAndSet(at + column, 0);
                }
                length += CountColumn.COUNT;
            }
        }
        return Arrays.copyOf(rows, length);
    }
}
