package dev.poolfit.app;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time that a run may take, counted from its start; a run that is taken up again has used some before. It is exceeded once, by a
 * tenth, where that promises to decide.
 */
final class Budget {
    private final Duration tenth;
    private final LongSupplier nanoseconds;
    private final long start;
    private volatile Duration whole;
    private volatile boolean exceeded;
    private volatile boolean ended;

    /**
     * @param used the time that an earlier part of the run took
     * @param nanoseconds a clock that only moves forward
     */
    Budget(Duration whole, Duration used, LongSupplier nanoseconds) {
        this.whole = whole.minus(used);
        tenth = whole.dividedBy(10);
        this.nanoseconds = nanoseconds;
        this.start = nanoseconds.getAsLong();
    }

    /** Returns the time that is left; zero once it is used up. */
    Duration left() {
        Duration left = whole.minusNanos(nanoseconds.getAsLong() - start);
        return ended || left.isNegative() ? Duration.ZERO : left;
    }

    /**
     * Adds a tenth, once, where that suffices.
     *
     * @param needed the time that would decide
     * @return whether it was added
     */
    boolean exceed(Duration needed) {
        Duration left = whole.plus(tenth).minusNanos(nanoseconds.getAsLong() - start);
        if (ended || exceeded || left.compareTo(needed) < 0) {
            return false;
        }
        exceeded = true;
        whole = whole.plus(tenth);
        return true;
    }

    /** Returns whether it was exceeded by a tenth. */
    boolean exceeded() {
        return exceeded;
    }

    /** Ends the budget: nothing is left from now on. */
    void end() {
        ended = true;
    }
}
