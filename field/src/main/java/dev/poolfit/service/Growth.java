package dev.poolfit.service;

import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/** Measures how much a running total grew between reads, and how fast. */
final class Growth {
    private final LongSupplier nanoseconds;
    private double total;
    private long at;
    private boolean known;
    private double grown;
    private double seconds;

    Growth(LongSupplier nanoseconds) {
        this.nanoseconds = nanoseconds;
    }

    /** Takes in the total of now; returns false at the first, and after a total that fell: it started anew. */
    boolean to(double now) {
        long time = nanoseconds.getAsLong();
        boolean comparable = known && now >= total && time > at;
        grown = now - total;
        seconds = (time - at) / 1e9;
        total = now;
        at = time;
        known = true;
        return comparable;
    }

    double grown() {
        return grown;
    }

    double perSecond() {
        return grown / seconds;
    }

    /** Returns the growth per second up to now, if it is known. */
    OptionalDouble rateTo(double now) {
        return to(now) ? OptionalDouble.of(perSecond()) : OptionalDouble.empty();
    }
}
