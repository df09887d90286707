package dev.poolfit.live;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Keeps those who follow the page, a limited number at once. A page confirms now and then that it reads. A browser that is
 * suspended does not, though its connection stays open and takes megabytes; where there is no room, the one that is silent for
 * longest is cut off for the next that comes.
 */
final class Readers {
    private static final int MOST = 6;
    /** The texts without a confirmation after which a reader is silent; a page confirms every fifth. */
    private static final int SILENT = 20;

    private final List<Reader> all = new ArrayList<>();

    /** A stream of events, and the thread that serves it. */
    static final class Reader {
        private final String name;
        private final Thread thread = Thread.currentThread();
        private long confirmed;

        private Reader(String name, long confirmed) {
            this.name = name;
            this.confirmed = confirmed;
        }
    }

    /**
     * Takes a place for a stream that this thread serves, and is interrupted in if the place is needed.
     *
     * @param name by which the reader confirms; empty for one that does not
     * @param written the number of the latest text
     * @return empty if there is no room
     */
    synchronized Optional<Reader> enter(String name, long written) {
        if (all.size() == MOST) {
            Reader longest = all.stream()
                    .min(Comparator.comparingLong(each -> each.confirmed))
                    .orElseThrow();
            if (written - longest.confirmed <= SILENT) {
                return Optional.empty();
            }
            leave(longest);
            longest.thread.interrupt();
        }
        var reader = new Reader(name, written);
        all.add(reader);
        return Optional.of(reader);
    }

    /** Confirms that a reader has all that was written so far. */
    synchronized void confirm(String name, long written) {
        all.stream().filter(each -> each.name.equals(name)).forEach(each -> each.confirmed = written);
    }

    synchronized void leave(Reader reader) {
        all.remove(reader);
        notifyAll();
    }

    /** Waits until all have left, and returns whether they have. */
    synchronized boolean awaitNone(long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = millis; !all.isEmpty() && left > 0; ) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
        return all.isEmpty();
    }
}
