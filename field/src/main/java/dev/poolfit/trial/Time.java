package dev.poolfit.trial;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Condition;

/** Gives the time in which trials run: nothing in this package reads a clock or waits but through it. */
public interface Time {
    /** Returns an instant that stays in step with {@link #nanos}, whoever sets the clock of the machine. */
    Instant instant();

    /** Returns nanoseconds of a clock that only moves forward. */
    long nanos();

    /**
     * Waits.
     *
     * @throws InterruptedException if this thread was interrupted
     */
    void sleep(Duration length) throws InterruptedException;

    /**
     * Waits for a condition, whose lock the caller holds.
     *
     * @return the nanoseconds left of those given; 0 or less once they have passed
     * @throws InterruptedException if this thread was interrupted
     */
    long await(Condition condition, long nanos) throws InterruptedException;

    /** Runs a task now and then once a second, until that is closed. */
    Repetition everySecond(Runnable task);

    /** Goes on until it is closed. */
    interface Repetition extends AutoCloseable {
        @Override
        void close();
    }
}
