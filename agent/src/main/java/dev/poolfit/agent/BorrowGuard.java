package dev.poolfit.agent;

import dev.poolfit.wire.BreakColumn;
import dev.poolfit.wire.GuardColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;

/**
 * Lets go of all connections as soon as borrowers wait longer, or more of them, than was agreed. It is asked on the threads that
 * borrow: who finds a guard broken opens the limiter, before anybody else could notice.
 */
final class BorrowGuard implements ObjLongConsumer<Object>, LongSupplier {
    /** The time that a borrow tells which has waited for as long as {@link #getAsLong} let it, and goes on waiting. */
    static final long IMPATIENT = -2;

    private static final int MOST_BREAKS = 100;
    /** What breaks within so many slots, a second, has one cause. */
    private static final int APART = 200;

    private final BorrowCounts counts;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger timeouts = new AtomicInteger();
    private final AtomicLong cost = new AtomicLong();
    private final AtomicBoolean broken = new AtomicBoolean();
    private final List<long[]> breaks = new ArrayList<>();
    private volatile IntConsumer limit = none -> {};
    private volatile long[] most = none();
    /** The limit that holds; {@link Integer#MAX_VALUE} for none. */
    private volatile int limited = Integer.MAX_VALUE;
    /** The last limit that was one. */
    private volatile int last = Integer.MAX_VALUE;
    /** When the limit was set that holds, or the last one was lifted, by {@link System#nanoTime}. */
    private volatile long changed = System.nanoTime();

    /** The slot after which all connections were in circulation for long enough that what breaks has another cause. */
    private final AtomicLong calm = new AtomicLong(Long.MAX_VALUE);

    BorrowGuard(BorrowCounts counts) {
        this.counts = counts;
    }

    private static long[] none() {
        long[] none = new long[GuardColumn.COUNT];
        Arrays.fill(none, Long.MAX_VALUE);
        return none;
    }

    /** Opens this one when a guard breaks. */
    void opens(IntConsumer bag) {
        limit = bag;
    }

    /**
     * Agrees anew: what borrows have waited is counted from here.
     *
     * @param agreed by {@link GuardColumn}, {@link Long#MAX_VALUE} where nothing is
     */
    void agree(long[] agreed) {
        if (agreed.length != GuardColumn.COUNT || Arrays.stream(agreed).anyMatch(each -> each < 0)) {
            throw new IllegalArgumentException(
                    "guards are " + GuardColumn.COUNT + " numbers from 0, but they are " + Arrays.toString(agreed));
        }
        most = agreed.clone();
        cost.set(0);
        counts.lateAbove(agreed[GuardColumn.LATE_NANOS]);
    }

    /** Begins a schedule, whatever broke before. */
    void begin() {
        timeouts.set(0);
        broken.set(false);
        calm.set(counts.slot() + APART / 10);
    }

    /** Ends a schedule: what breaks from now on is not told. */
    void end() {
        set(Integer.MAX_VALUE);
        calm.set(Long.MAX_VALUE);
    }

    /** Changes the limit, unless a guard is broken; {@link Integer#MAX_VALUE} for none. */
    void set(int connections) {
        int now = broken.get() ? Integer.MAX_VALUE : connections;
        if (now == Integer.MAX_VALUE && limited != now) {
            calm.set(counts.slot() + APART / 10);
        }
        if (limited != now) {
            changed = System.nanoTime();
        }
        limited = now;
        if (now != Integer.MAX_VALUE) {
            last = now;
        }
        limit.accept(now);
        if (broken.get() && now != Integer.MAX_VALUE) {
            open();
        }
    }

    private void open() {
        changed = System.nanoTime();
        limited = Integer.MAX_VALUE;
        limit.accept(Integer.MAX_VALUE);
    }

    /** Returns whether a guard broke since the schedule began. */
    boolean isBroken() {
        return broken.get();
    }

    /** Returns for how many nanoseconds a borrow that begins now waits until it says so. */
    @Override
    public long getAsLong() {
        return limited == Integer.MAX_VALUE ? Long.MAX_VALUE : most[GuardColumn.WAIT_NANOS];
    }

    /** As {@link BorrowCounts#accept(Object, long)}, and a time of {@link #IMPATIENT} for one that has waited for as long as it may. */
    @Override
    public void accept(Object entry, long waited) {
        try {
            if (waited == IMPATIENT) {
                impatient(most[GuardColumn.WAIT_NANOS]);
                return;
            }
            if (waited < 0) {
                int now = waiting.incrementAndGet();
                if (now > most[GuardColumn.PENDING]) {
                    breaks(GuardColumn.PENDING, now);
                }
            } else {
                waiting.decrementAndGet();
                ended(entry, waited);
            }
        } catch (Throwable ours) { // the service must not notice
            counts.failed();
        }
        counts.accept(entry, waited);
    }

    /** Who has waited for so long since the limit was lifted waits for another reason. */
    private void impatient(long waited) {
        if (System.nanoTime() - changed > waited) {
            breaks(GuardColumn.WAIT_NANOS, waited);
        } else {
            trip(GuardColumn.WAIT_NANOS, waited);
        }
    }

    private void ended(Object entry, long waited) {
        boolean free = limited == Integer.MAX_VALUE;
        long owed = owed(waited, free);
        if (owed > most[GuardColumn.LATE_NANOS] && cost.addAndGet(owed) > most[GuardColumn.COST_NANOS]) {
            breaks(GuardColumn.COST_NANOS, cost.get());
        }
        if (waited > most[GuardColumn.WAIT_NANOS]) {
            breaks(GuardColumn.WAIT_NANOS, waited);
        }
        if (!free && entry == null && timeouts.incrementAndGet() > most[GuardColumn.TIMEOUTS]) {
            breaks(GuardColumn.TIMEOUTS, timeouts.get());
        }
    }

    /** Returns what a borrow that ends has waited for the limit: since it was set, or all where it began before one was lifted. */
    private long owed(long waited, boolean free) {
        long since = System.nanoTime() - changed;
        return free ? (waited > since ? waited : 0) : Math.min(waited, since);
    }

    /** Notes a guard that would break without any limit: the traffic, or a halt of the service, breaks it by itself. */
    private void unlimited(int guard, long value) {
        long begun = calm.get();
        if (counts.slot() >= begun && begun != Long.MAX_VALUE && calm.compareAndSet(begun, counts.slot() + APART)) {
            note(Integer.MAX_VALUE, guard, value, 0);
        }
    }

    private void breaks(int guard, long value) {
        if (limited == Integer.MAX_VALUE) {
            unlimited(guard, value);
        } else {
            trip(guard, value);
        }
    }

    private void trip(int guard, long value) {
        if (!broken.compareAndSet(false, true)) {
            return;
        }
        calm.set(Long.MAX_VALUE);
        long began = System.nanoTime();
        open();
        note(last, guard, value, System.nanoTime() - began);
    }

    private void note(int size, int guard, long value, long opened) {
        long[] row = new long[BreakColumn.COUNT];
        row[BreakColumn.SLOT] = counts.slot();
        row[BreakColumn.LIMIT] = size;
        row[BreakColumn.GUARD] = guard;
        row[BreakColumn.VALUE] = value;
        row[BreakColumn.OPENED_NANOS] = opened;
        synchronized (breaks) {
            if (breaks.size() < MOST_BREAKS) {
                breaks.add(row);
            }
        }
    }

    /** Returns what broke since the last time, in rows of {@link BreakColumn}. */
    long[] drain() {
        synchronized (breaks) {
            long[] rows = breaks.stream().flatMapToLong(Arrays::stream).toArray();
            breaks.clear();
            return rows;
        }
    }
}
