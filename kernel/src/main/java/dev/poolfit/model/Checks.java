package dev.poolfit.model;

import dev.poolfit.evidence.Interval;

/** Checks bounds that the model's numbers keep; NaN and infinity keep none. */
public final class Checks {
    private Checks() {}

    /** @throws IllegalArgumentException if the value is below {@code least}, infinite or NaN */
    public static void atLeast(String name, double least, double value) {
        if (!(value >= least && Double.isFinite(value))) {
            throw new IllegalArgumentException(name + " must be at least " + least + " and finite, but is " + value);
        }
    }

    /** @throws IllegalArgumentException if the value is outside the bounds, which are allowed themselves, or NaN */
    public static void within(String name, double least, double most, double value) {
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException(name + " must be from " + least + " to " + most + ", but is " + value);
        }
    }

    /** Checks a whole interval; only its upper end may be infinite, which says that it is not known. */
    public static void atLeast(String name, double least, Interval interval) {
        atLeast(name + ".low", least, interval.low());
    }

    /** Checks a whole interval. */
    public static void within(String name, double least, double most, Interval interval) {
        within(name + ".low", least, most, interval.low());
        within(name + ".high", least, most, interval.high());
    }
}
