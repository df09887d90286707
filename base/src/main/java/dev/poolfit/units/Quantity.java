package dev.poolfit.units;

import java.util.Optional;

/**
 * A figure in a message, with its kind; the report decides how it is written.
 *
 * @param value in the kind's unit
 * @param interval the interval, if it has one
 */
public record Quantity(Kind kind, double value, Optional<Bounds> interval) {
    /** The kind of a figure. Kinds that begin with ABOUT are written with two digits. */
    public enum Kind {
        /** Events a second. */
        RATE,
        ABOUT_RATE,
        /** Milliseconds. */
        TIME,
        /** A part of a whole, from 0 to 1. */
        SHARE,
        ABOUT_SHARE,
        /** CPU, in cores. */
        CORES,
        ABOUT_COUNT
    }

    /** The ends of an interval, in the unit of its quantity. */
    public record Bounds(double low, double high) {}

    private static Quantity of(Kind kind, double value) {
        return new Quantity(kind, value, Optional.empty());
    }

    /** @param perSecond at least 0 */
    public static Quantity rate(double perSecond) {
        return of(Kind.RATE, perSecond);
    }

    /** @param perSecond at least 0 */
    public static Quantity aboutRate(double perSecond) {
        return of(Kind.ABOUT_RATE, perSecond);
    }

    /** @param millis at least 0 */
    public static Quantity time(double millis) {
        return of(Kind.TIME, millis);
    }

    /** @param fraction from 0 to 1 */
    public static Quantity share(double fraction) {
        return of(Kind.SHARE, fraction);
    }

    /** @param fraction from 0 to 1 */
    public static Quantity aboutShare(double fraction) {
        return of(Kind.ABOUT_SHARE, fraction);
    }

    /** @param count at least 0 */
    public static Quantity cores(double count) {
        return of(Kind.CORES, count);
    }

    /** @param count at least 0 */
    public static Quantity aboutCount(double count) {
        return of(Kind.ABOUT_COUNT, count);
    }

    /** Returns this figure with its interval. */
    public Quantity between(double low, double high) {
        return new Quantity(kind, value, Optional.of(new Bounds(low, high)));
    }
}
