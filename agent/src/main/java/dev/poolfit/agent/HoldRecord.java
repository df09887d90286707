package dev.poolfit.agent;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/** Holds that have ended, as many as there is room for, as rows of {@link RecorderMBean#VALUES} numbers. */
final class HoldRecord {
    private static final int ROOM = 32_768;
    private static final int VALUES = RecorderMBean.VALUES;
    private static final int NAME = 3;

    private final AtomicInteger next = new AtomicInteger();
    private final AtomicLongArray values = new AtomicLongArray(ROOM * VALUES);

    /** @param held nanoseconds, −1 for a wait in vain */
    void add(Hold hold, long held) {
        int row = next.getAndIncrement();
        if (row < 0 || row >= ROOM) {
            return;
        }
        int at = row * VALUES;
        values.setPlain(at, hold.since);
        values.setPlain(at + 1, hold.waited);
        values.setPlain(at + 2, held);
        values.setPlain(at + 4, hold.request);
        values.setPlain(at + 5, hold.depth());
        // Last, one more than the name: a row without it is not complete.
        values.setRelease(at + NAME, hold.name + 1L);
    }

    /** The complete rows, the others are left out. */
    long[] rows() {
        int rows = Math.min(ROOM, next.get());
        long[] complete = new long[rows * VALUES];
        int used = 0;
        for (int row = 0; row < rows; row++) {
            long name = values.getAcquire(row * VALUES + NAME);
            if (name > 0) {
                for (int value = 0; value < VALUES; value++) {
                    complete[used + value] = values.getPlain(row * VALUES + value);
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
