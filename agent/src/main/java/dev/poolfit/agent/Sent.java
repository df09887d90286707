package dev.poolfit.agent;

import java.util.Arrays;

/** Keeps the statements that were sent during one hold, by shape; those beyond 64 shapes share the last place. */
final class Sent {
    private static final int MOST = 64;

    private int used;
    private int[] shapes = new int[4];
    private int[] stacks = new int[4];
    private long[] counts = new long[4];
    private long[] nanos = new long[4];

    int place(int shape) {
        for (int i = 0; i < used; i++) {
            if (shapes[i] == shape) {
                return i;
            }
        }
        if (used == MOST) {
            shapes[MOST - 1] = Names.OTHER;
            return MOST - 1;
        }
        if (used == shapes.length) {
            shapes = Arrays.copyOf(shapes, 2 * used);
            stacks = Arrays.copyOf(stacks, 2 * used);
            counts = Arrays.copyOf(counts, 2 * used);
            nanos = Arrays.copyOf(nanos, 2 * used);
        }
        shapes[used] = shape;
        stacks[used] = -1;
        return used++;
    }

    int first() {
        return shapes[0];
    }

    /** Returns how many were sent from there before. */
    long count(int place) {
        return counts[place];
    }

    void add(int place, long took) {
        counts[place]++;
        nanos[place] += took;
    }

    void took(int place, long took) {
        nanos[place] += took;
    }

    void stack(int place, int stack) {
        stacks[place] = stack;
    }

    void to(SentTotals totals, int name) {
        for (int i = 0; i < used; i++) {
            totals.add(name, shapes[i], counts[i], nanos[i], stacks[i]);
        }
    }
}
