package dev.poolfit.app;

import java.time.Duration;
import java.util.function.LongSupplier;

/** The time that a run may take, counted from its start; a run that is taken up again has used some before. */
final class Budget {
    private final Duration whole;
    private final LongSupplier nanoseconds;
    private final long start;
    private volatile boolean ended;

    /**
     * @param used the time that an earlier part of the run took
     * @param nanoseconds a clock that only moves forward
     */
    Budget(Duration whole, Duration used, LongSupplier nanoseconds) {
        this.whole = whole.minus(used);
        this.nanoseconds = nanoseconds;
        this.start = nanoseconds.getAsLong();
    }

    /** Returns the time that is left; zero once it is used up. */
    Duration left() {
        Duration left = whole.minusNanos(nanoseconds.getAsLong() - start);
        return ended || left.isNegative() ? Duration.ZERO : left;
    }

    /** Ends the budget: nothing is left from now on. */
    void end() {
        ended = true;
    }
}
