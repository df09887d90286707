package dev.poolfit.agent;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Holds that have ended, as many as there is room for, as rows of {@link RecorderMBean#VALUES} numbers. */
final class HoldRecord {
    private static final int ROOM = 32_768;
    /** Rows that are made at once: so few that the garbage collector does not take them for a large object. */
    private static final int PART = 2_048;

    private static final int VALUES = RecorderMBean.VALUES;
    private static final int NAME = 3;

    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReferenceArray<AtomicLongArray> parts = new AtomicReferenceArray<>(ROOM / PART);

    /** @param held nanoseconds, −1 for a wait in vain */
    void add(Hold hold, long held) {
        int row = next.getAndIncrement();
        if (row < 0 || row >= ROOM) {
            return;
        }
        AtomicLongArray values = part(row / PART);
        int at = row % PART * VALUES;
        values.setPlain(at, hold.since);
        values.setPlain(at + 1, hold.waited);
        values.setPlain(at + 2, held);
        values.setPlain(at + 4, hold.request);
        values.setPlain(at + 5, hold.depth());
        values.setPlain(at + 6, hold.watched ? 1 : 0);
        // Last, one more than the name: a row without it is not complete.
        values.setRelease(at + NAME, hold.name + 1L);
    }

    private AtomicLongArray part(int number) {
        AtomicLongArray known = parts.get(number);
        if (known != null) {
            return known;
        }
        AtomicLongArray fresh = new AtomicLongArray(PART * VALUES);
        AtomicLongArray others = parts.compareAndExchange(number, null, fresh);
        return others == null ? fresh : others;
    }

    /** The complete rows, the others are left out. */
    long[] rows() {
        int rows = Math.min(ROOM, next.get());
        long[] complete = new long[rows * VALUES];
        int used = 0;
        for (int row = 0; row < rows; row++) {
            AtomicLongArray values = part(row / PART);
            int at = row % PART * VALUES;
            long name = values.getAcquire(at + NAME);
            if (name > 0) {
                for (int value = 0; value < VALUES; value++) {
                    complete[used + value] = values.getPlain(at + value);
                }
                complete[used + NAME] = name - 1;
                used += VALUES;
            }
        }
        return Arrays.copyOf(complete, used);
    }

    int dropped() {
        return Math.max(0, next.get() - ROOM);
    }
}
