package dev.poolfit.units;

import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * Tells the time of day from one reading and what has passed since: it goes on evenly, whatever is done to the machine's clock
 * meanwhile, so that durations between its instants hold.
 */
public final class SteadyClock {
    private final Instant begun;
    private final LongSupplier nanoseconds;
    private final long origin;

    /**
     * @param begun the time of day now
     * @param nanoseconds of a clock that only moves forward
     */
    public SteadyClock(Instant begun, LongSupplier nanoseconds) {
        this.begun = begun;
        this.nanoseconds = nanoseconds;
        origin = nanoseconds.getAsLong();
    }

    public Instant instant() {
        return begun.plusNanos(nanoseconds.getAsLong() - origin);
    }

    /** Returns the milliseconds since 1970. */
    public long millis() {
        return instant().toEpochMilli();
    }
}
