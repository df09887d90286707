package dev.poolfit.services.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** A cache that fills a heap, and whose entries are replaced all the time: what was just thrown away is old, and all is collected for it. */
final class FullHeap {
    private static final long ROOM = 24L << 20;
    private static final int ENTRY = 10_000;
    private static final int REPLACED = 100;

    private final List<byte[]> cache = new ArrayList<>();

    /** Replaces a megabyte of the cache, which is filled at first, once the service has started. */
    synchronized int replace() {
        if (cache.isEmpty()) {
            System.gc();
            Runtime heap = Runtime.getRuntime();
            long room = heap.maxMemory() - heap.totalMemory() + heap.freeMemory();
            for (long free = room; free > ROOM; free -= ENTRY) {
                cache.add(new byte[ENTRY]);
            }
        }
        for (int i = 0; i < REPLACED; i++) {
            cache.set(ThreadLocalRandom.current().nextInt(cache.size()), new byte[ENTRY]);
        }
        return cache.size();
    }
}
