package dev.poolfit.model.replay;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Borrows of one stretch of time, in the order in which they were asked for. Times are whole microseconds since the stretch began,
 * of at most {@link Integer#MAX_VALUE}.
 */
public final class BorrowSequence {
    private final int[] asked;
    private final int[] since;
    private final int[] held;
    private final int[] kind;
    private final int length;

    BorrowSequence(int[] asked, int[] since, int[] held, int[] kind, int length) {
        this.asked = asked;
        this.since = since;
        this.held = held;
        this.kind = kind;
        this.length = length;
    }

    /** Collects borrows in any order. */
    public static final class Builder {
        private final PackedBorrows added = new PackedBorrows();

        /**
         * Adds a borrow that got its connection at once.
         *
         * @param at microseconds since the stretch began; what is outside of it is put to its beginning
         * @param heldFor microseconds, at least 0; what is longer than half an hour counts as half an hour
         */
        public Builder add(long at, long heldFor) {
            return add(at, 0, heldFor, 0);
        }

        /**
         * Adds a borrow that waited for so many microseconds.
         *
         * @param ofKind a number of borrows that do about the same, such as those of one route; at least 0
         */
        public Builder add(long at, long waited, long heldFor, int ofKind) {
            int asked = bounded(at);
            added.add(asked, bounded(asked + waited) - asked, bounded(heldFor), ofKind);
            return this;
        }

        private static int bounded(long micros) {
            return (int) Math.max(0, Math.min(Integer.MAX_VALUE, micros));
        }

        /** Adds all of these to others. */
        public void into(Builder others) {
            others.added.addAll(added);
        }

        /** Returns the number of borrows so far. */
        public int size() {
            return added.size();
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
            return added.sequence((int) length).sorted();
        }
    }

    private BorrowSequence sorted() {
        int[] order = order();
        return new BorrowSequence(
                inOrder(asked, order), inOrder(since, order), inOrder(held, order), inOrder(kind, order), length);
    }

    private int[] order() {
        long[] keys = IntStream.range(0, asked.length)
                .mapToLong(i -> (long) asked[i] << 32 | i)
                .sorted()
                .toArray();
        return Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
    }

    private static int[] inOrder(int[] values, int[] order) {
        return Arrays.stream(order).map(i -> values[i]).toArray();
    }

    /** Returns the number of borrows. */
    public int size() {
        return asked.length;
    }

    /** Returns the length of the stretch in microseconds. */
    public int length() {
        return length;
    }

    /** Returns when a borrow was asked for, in microseconds. */
    public int asked(int index) {
        return asked[index];
    }

    /** Returns when a borrow got its connection, in microseconds. */
    public int since(int index) {
        return since[index];
    }

    /** Returns for how long its connection was held, in microseconds. */
    public int held(int index) {
        return held[index];
    }

    /** Returns the number of its kind. */
    int kind(int index) {
        return kind[index];
    }

    /** Returns the longest hold in microseconds; 0 of none. */
    public int longest() {
        return Arrays.stream(held).max().orElse(0);
    }

    /** Returns the same borrows with other holds. */
    BorrowSequence holding(int[] others) {
        return new BorrowSequence(asked, since, others, kind, length);
    }

    /** Returns the mean number of connections in use if nobody had to wait: the offered load, in erlang. */
    public double offeredLoad() {
        double sum = 0;
        for (int i = 0; i < asked.length; i++) {
            sum += Math.min(held[i], Math.max(0, length - asked[i]));
        }
        return sum / length;
    }

    /** Returns the most connections that were in use or waited for at once: with so many nobody would have waited. */
    public int peak() {
        int[] starts = asked.clone();
        int[] ends = new int[held.length];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = (int) Math.min(Integer.MAX_VALUE, (long) since[i] + held[i]);
        }
        Arrays.sort(ends);
        int peak = 0;
        int ended = 0;
        for (int i = 0; i < starts.length; i++) {
            while (ended < i && ends[ended] <= starts[i]) {
                ended++;
            }
            peak = Math.max(peak, i + 1 - ended);
        }
        return peak;
    }
}
