package dev.poolfit.services.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** A cache that fills a heap, and whose entries are replaced all the time: what was just thrown away is old, and all is collected for it. */
final class FullHeap {
    private static final long ROOM = 24L << 20;
    private static final int ENTRY = 10_000;
    private static final int REPLACED = 100;
    private static final int LOOKED_AT = 30;

    private final List<byte[]> cache = new ArrayList<>();

    /** Replaces a megabyte of the cache, which is filled at first, once the service has started. */
    synchronized int replace() {
        fill();
        for (int i = 0; i < REPLACED; i++) {
            cache.set(ThreadLocalRandom.current().nextInt(cache.size()), new byte[ENTRY]);
        }
        return cache.size();
    }

    /** Looks at some entries of the cache, and replaces none: they live on wherever their pages are. */
    synchronized int look() {
        fill();
        int sum = 0;
        for (int i = 0; i < LOOKED_AT; i++) {
            byte[] entry = cache.get(ThreadLocalRandom.current().nextInt(cache.size()));
            sum += entry[0] + entry[ENTRY - 1];
        }
        return sum;
    }

    private void fill() {
        if (cache.isEmpty()) {
            System.gc();
            Runtime heap = Runtime.getRuntime();
            long room = heap.maxMemory() - heap.totalMemory() + heap.freeMemory();
            for (long free = room; free > ROOM; free -= ENTRY) {
                cache.add(new byte[ENTRY]);
            }
        }
    }
}
