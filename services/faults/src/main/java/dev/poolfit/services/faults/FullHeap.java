package dev.poolfit.services.faults;

import java.util.ArrayList;
import java.util.List;

/** Keeps so much for good that a heap has little room, and makes garbage in the rest, so that it is collected all the time. */
final class FullHeap {
    private static final long ROOM = 20L << 20;
    private static final int BLOCK = 1 << 20;

    private final List<byte[]> forGood = new ArrayList<>();
    private boolean filled;

    /** Leaves {@link #ROOM} bytes, once the service has started. */
    private synchronized void fill() {
        if (!filled) {
            for (long room = room(); room > ROOM; room = room()) {
                for (long block = 0; block <= (room - ROOM) / 2; block += BLOCK) {
                    forGood.add(new byte[BLOCK]);
                }
            }
            filled = true;
        }
    }

    private static long room() {
        System.gc();
        Runtime heap = Runtime.getRuntime();
        return heap.maxMemory() - heap.totalMemory() + heap.freeMemory();
    }

    /** Makes objects that are garbage once a request has ended. */
    int waste() {
        fill();
        List<byte[]> kept = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            kept.add(new byte[10_000]);
        }
        return kept.size();
    }
}
