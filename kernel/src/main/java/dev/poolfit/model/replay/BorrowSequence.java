package dev.poolfit.model.replay;

import java.util.Arrays;

/**
 * Borrows of one stretch of time, in the order in which they were asked for: when, and for how long the connection was held. Times
 * are whole microseconds since the stretch began, of at most {@link Integer#MAX_VALUE}.
 */
public final class BorrowSequence {
    private final long[] borrows;
    private final int length;
    private final int longest;

    private BorrowSequence(long[] borrows, int length) {
        this.borrows = borrows;
        this.length = length;
        longest = (int) Arrays.stream(borrows)
                .map(each -> each & Integer.MAX_VALUE)
                .max()
                .orElse(0);
    }

    /** Collects borrows in any order. */
    public static final class Builder {
        private long[] borrows = new long[256];
        private int size;

        /**
         * Adds a borrow.
         *
         * @param asked microseconds since the stretch began; what is outside of it is put to its beginning
         * @param held microseconds, at least 0; what is longer than half an hour counts as half an hour
         */
        public Builder add(long asked, long held) {
            if (size == borrows.length) {
                borrows = Arrays.copyOf(borrows, 2 * size);
            }
            borrows[size++] = bounded(asked) << 32 | bounded(held);
            return this;
        }

        private static long bounded(long micros) {
            return Math.max(0, Math.min(Integer.MAX_VALUE, micros));
        }

        /** Adds all of these to others. */
        public void into(Builder others) {
            for (int i = 0; i < size; i++) {
                others.add(asked(i), held(i));
            }
        }

        /** Returns the number of borrows so far. */
        public int size() {
            return size;
        }

        /** Returns when a borrow was asked for, in the order of adding, in microseconds. */
        public int asked(int index) {
            return (int) (borrows[index] >>> 32);
        }

        /** Returns the hold of a borrow, in the order of adding, in microseconds. */
        public int held(int index) {
            return (int) borrows[index];
        }

        /**
         * Returns what was added, in order.
         *
         * @param length of the stretch in microseconds, at least 1
         */
        public BorrowSequence build(long length) {
            if (length < 1 || length > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(
                        "a stretch has 1 to " + Integer.MAX_VALUE + " µs, but this has " + length);
            }
            long[] sorted = Arrays.copyOf(borrows, size);
            Arrays.sort(sorted);
            return new BorrowSequence(sorted, (int) length);
        }
    }

    /** Returns the number of borrows. */
    public int size() {
        return borrows.length;
    }

    /** Returns the length of the stretch in microseconds. */
    public int length() {
        return length;
    }

    /** Returns when a borrow was asked for, in microseconds. */
    public int asked(int index) {
        return (int) (borrows[index] >>> 32);
    }

    /** Returns for how long its connection was held, in microseconds. */
    public int held(int index) {
        return (int) borrows[index];
    }

    /** Returns the longest hold in microseconds; 0 of none. */
    public int longest() {
        return longest;
    }

    /** Returns the mean number of connections in use if nobody had to wait: the offered load, in erlang. */
    public double offeredLoad() {
        double held = 0;
        for (int i = 0; i < borrows.length; i++) {
            held += Math.min(held(i), Math.max(0, length - asked(i)));
        }
        return held / length;
    }

    /** Returns the most connections in use at once if nobody had to wait: with so many nobody waits. */
    public int peak() {
        int[] ends = new int[borrows.length];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = (int) Math.min(Integer.MAX_VALUE, (long) asked(i) + held(i));
        }
        Arrays.sort(ends);
        int peak = 0;
        int ended = 0;
        for (int i = 0; i < ends.length; i++) {
            while (ends[ended] <= asked(i) && ended < i) {
                ended++;
            }
            peak = Math.max(peak, i + 1 - ended);
        }
        return peak;
    }
}
