package dev.poolfit.live;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Keeps the latest text of each kind. Readers that are slow miss what was replaced meanwhile, and hold up nobody. */
final class Board {
    private final Map<String, Notice> latest = new LinkedHashMap<>();
    private long written;
    private boolean closed;

    /**
     * A text.
     *
     * @param number greater than that of every text before it
     */
    record Notice(long number, String kind, String text) {}

    /** The texts that a reader has not seen; after {@code closed} nothing more comes. */
    record News(List<Notice> notices, boolean closed) {}

    synchronized void write(String kind, String text) {
        written++;
        latest.put(kind, new Notice(written, kind, text));
        notifyAll();
    }

    /** Returns the number of the latest text. */
    synchronized long written() {
        return written;
    }

    /**
     * Waits for texts that are newer than a number, and returns them, the oldest first.
     *
     * @param millis the longest wait
     */
    synchronized News after(long seen, long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = millis; written <= seen && !closed && left > 0; ) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
        return new News(
                latest.values().stream()
                        .filter(each -> each.number() > seen)
                        .sorted((one, other) -> Long.compare(one.number(), other.number()))
                        .toList(),
                closed);
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
