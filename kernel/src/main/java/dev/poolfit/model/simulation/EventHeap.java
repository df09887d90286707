package dev.poolfit.model.simulation;

import java.util.Arrays;

/**
 * The earliest first: a binary heap of times with the slots they belong to. The hole that the earliest leaves sinks to
 * the bottom without a branch (the bits of doubles from 0 up are in the same order as the doubles), then the last one
 * rises from there.
 */
final class EventHeap {
    private static final long NEVER = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);

    private final long[] times;
    private final int[] slots;
    private int size;

    EventHeap(int capacity) {
        times = new long[capacity + 2];
        Arrays.fill(times, NEVER);
        slots = new int[capacity + 2];
    }

    /** Returns the earliest time; infinite when there is none. */
    double earliest() {
        return Double.longBitsToDouble(times[0]);
    }

    void add(double time, int slot) {
        rise(size++, Double.doubleToRawLongBits(time), slot);
    }

    /** Takes the earliest out; there must be one. */
    int remove() {
        int earliest = slots[0];
        int last = --size;
        int hole = 0;
        int child = 1;
        while (child < last) {
            child += (int) ((times[child + 1] - times[child]) >>> 63);
            times[hole] = times[child];
            slots[hole] = slots[child];
            hole = child;
            child = 2 * hole + 1;
        }
        long time = times[last];
        int slot = slots[last];
        times[last] = NEVER;
        if (hole != last) {
            rise(hole, time, slot);
        }
        return earliest;
    }

    private void rise(int from, long time, int slot) {
        int hole = from;
        while (hole > 0) {
            int parent = (hole - 1) >>> 1;
            if (times[parent] <= time) {
                break;
            }
            times[hole] = times[parent];
            slots[hole] = slots[parent];
            hole = parent;
        }
        times[hole] = time;
        slots[hole] = slot;
    }
}
