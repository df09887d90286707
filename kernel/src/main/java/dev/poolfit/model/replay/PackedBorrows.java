package dev.poolfit.model.replay;

import java.util.Arrays;

/**
 * Borrows in the order in which they were added, each number in as many bytes as it takes, seven bits a byte; when one was asked for
 * is told by the difference to the one before. Times are whole microseconds, at least 0.
 */
public final class PackedBorrows {
    private static final int MOST_BYTES = 20;
    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    private byte[] bytes = new byte[256];
    private int end;
    private int size;
    /** When the borrow that was added last was asked for. */
    private int latest;

    /** Returns the borrows of a sequence, to be kept for long. */
    public static PackedBorrows of(BorrowSequence ran) {
        var packed = new PackedBorrows();
        for (int i = 0; i < ran.size(); i++) {
            packed.add(ran.asked(i), ran.since(i) - ran.asked(i), ran.held(i), ran.kind(i));
        }
        packed.bytes = Arrays.copyOf(packed.bytes, packed.end);
        return packed;
    }

    void add(int asked, int waited, int held, int kind) {
        if (bytes.length - end < MOST_BYTES) {
            bytes = Arrays.copyOf(bytes, Math.addExact(end, MOST_BYTES + end / 2));
        }
        int later = asked - latest;
        // Small differences of either sign take few bits.
        write(later << 1 ^ later >> Integer.SIZE - 1);
        write(waited);
        write(held);
        write(kind);
        latest = asked;
        size++;
    }

    private void write(int value) {
        int rest = value;
        while ((rest & -MORE) != 0) {
            bytes[end++] = (byte) (rest & MORE - 1 | MORE);
            rest >>>= BITS;
        }
        bytes[end++] = (byte) rest;
    }

    /** Returns the number of borrows. */
    public int size() {
        return size;
    }

    void addAll(PackedBorrows others) {
        Cursor each = others.new Cursor();
        for (int i = 0; i < others.size; i++) {
            each.next();
            add(each.asked, each.waited, each.held, each.kind);
        }
    }

    /**
     * Returns the borrows in the order of adding.
     *
     * @param length of their stretch of time in microseconds, at least 1
     */
    public BorrowSequence sequence(int length) {
        int[] asked = new int[size];
        int[] since = new int[size];
        int[] held = new int[size];
        int[] kind = new int[size];
        var each = new Cursor();
        for (int i = 0; i < size; i++) {
            each.next();
            asked[i] = each.asked;
            since[i] = each.asked + each.waited;
            held[i] = each.held;
            kind[i] = each.kind;
        }
        return new BorrowSequence(asked, since, held, kind, length);
    }

    /** Reads one borrow after the other. */
    private final class Cursor {
        private int at;
        private int asked;
        private int waited;
        private int held;
        private int kind;

        void next() {
            int later = read();
            asked += later >>> 1 ^ -(later & 1);
            waited = read();
            held = read();
            kind = read();
        }

        private int read() {
            int value = 0;
            int shift = 0;
            byte part;
            do {
                part = bytes[at++];
                value |= (part & MORE - 1) << shift;
                shift += BITS;
            } while (part < 0);
            return value;
        }
    }
}
