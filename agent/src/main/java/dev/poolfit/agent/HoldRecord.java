package dev.poolfit.agent;

import dev.poolfit.wire.HoldColumn;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Keeps holds that have ended, as many as there is room for, as rows of {@link HoldColumn#COUNT} numbers. */
final class HoldRecord {
    private static final int ROOM = 32_768;
    /** Rows that are made at once: so few that the garbage collector does not take them for a large object. */
    private static final int PART = 2_048;

    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReferenceArray<AtomicLongArray> parts = new AtomicReferenceArray<>(ROOM / PART);

    /** Adds a hold of so many nanoseconds, or a wait in vain of −1; drops it where there is no room. */
    void add(Hold hold, long held) {
        int row = next.getAndIncrement();
        if (row < 0 || row >= ROOM) {
            return;
        }
        AtomicLongArray values = part(row / PART);
        int at = row % PART * HoldColumn.COUNT;
        values.setPlain(at + HoldColumn.SINCE, hold.since);
        values.setPlain(at + HoldColumn.WAITED, hold.waited);
        values.setPlain(at + HoldColumn.HELD, held);
        values.setPlain(at + HoldColumn.REQUEST, hold.request);
        values.setPlain(at + HoldColumn.BEFORE, hold.depth());
        values.setPlain(at + HoldColumn.WATCHED, hold.watched ? 1 : 0);
        // Last, one more than the name: a row without it is not complete.
        values.setRelease(at + HoldColumn.NAME, hold.name + 1L);
    }

    private AtomicLongArray part(int number) {
        AtomicLongArray known = parts.get(number);
        if (known != null) {
            return known;
        }
        AtomicLongArray fresh = new AtomicLongArray(PART * HoldColumn.COUNT);
        AtomicLongArray others = parts.compareAndExchange(number, null, fresh);
        return others == null ? fresh : others;
    }

    /** Returns the complete rows; the others are left out. */
    long[] rows() {
        int rows = Math.min(ROOM, next.get());
        long[] complete = new long[rows * HoldColumn.COUNT];
        int used = 0;
        for (int row = 0; row < rows; row++) {
            AtomicLongArray values = part(row / PART);
            int at = row % PART * HoldColumn.COUNT;
            long name = values.getAcquire(at + HoldColumn.NAME);
            if (name > 0) {
                for (int value = 0; value < HoldColumn.COUNT; value++) {
                    complete[used + value] = values.getPlain(at + value);
                }
                complete[used + HoldColumn.NAME] = name - 1;
                used += HoldColumn.COUNT;
            }
        }
        return Arrays.copyOf(complete, used);
    }

    int dropped() {
        return Math.max(0, next.get() - ROOM);
    }
}
