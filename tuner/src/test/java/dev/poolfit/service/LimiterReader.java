package dev.poolfit.service;

import dev.poolfit.limiter.BorrowCounts;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.testing.Patience;
import java.util.ArrayList;
import java.util.List;

/** Reads a limiter all the time, so that it does not let go of the service meanwhile. */
final class LimiterReader implements AutoCloseable {
    private final BorrowLimiter limiter;
    private final List<BorrowCounts.Slot> slots = new ArrayList<>();
    private final Thread thread = new Thread(this::read, "limiter-reader");
    private volatile boolean over;
    private volatile int workers;

    LimiterReader(BorrowLimiter limiter) {
        this.limiter = limiter;
        thread.setDaemon(true);
        thread.start();
    }

    private void read() {
        Patience.await().until(() -> {
            BorrowCounts counts = limiter.take().orElseThrow();
            workers = counts.workers();
            synchronized (slots) {
                slots.addAll(counts.slots());
            }
            return over;
        });
    }

    /** Returns the number of worker threads. */
    int workers() {
        return workers;
    }

    /** Returns the time that workers ran requests, in milliseconds. */
    double busyMs() {
        synchronized (slots) {
            return slots.stream().mapToDouble(BorrowCounts.Slot::busyMs).sum();
        }
    }

    @Override
    public void close() throws InterruptedException {
        over = true;
        thread.join();
    }
}
