package dev.poolfit.agent;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps what has ended between two looks of the reader. Threads of the service enter it, add and leave, and none of
 * them waits; the reader waits until all have left, so that nothing is lost between two periods.
 */
final class Period {
    /** A thread is within for less than a microsecond, unless it gets no core or is stopped by a debugger. */
    private static final long LIMIT = TimeUnit.SECONDS.toNanos(1);

    private static final long PAUSE = TimeUnit.MICROSECONDS.toNanos(50);

    final HoldRecord holds = new HoldRecord();
    final SentTotals sent = new SentTotals();
    private final LongAdder entered = new LongAdder();
    private final LongAdder left = new LongAdder();

    void enter() {
        entered.increment();
    }

    void leave() {
        left.increment();
    }

    /** Waits for those within, once no other thread can come to add something. */
    void awaitAll() {
        long begin = System.nanoTime();
        while (isAnyWithin() && System.nanoTime() - begin < LIMIT) {
            LockSupport.parkNanos(PAUSE);
        }
    }

    /** Returns whether a thread is within. Who has left is read first, so that one who leaves meanwhile hides nobody. */
    private boolean isAnyWithin() {
        long out = left.sum();
        return entered.sum() != out;
    }
}
