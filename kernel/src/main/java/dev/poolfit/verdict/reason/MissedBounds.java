package dev.poolfit.verdict.reason;

import java.util.OptionalDouble;

/**
 * The bounds of a goal that a setting surely misses.
 *
 * @param rate good responses a second
 * @param errors whether it is that on errors
 * @param p99Ms 99th percentile of response times
 */
public record MissedBounds(OptionalDouble rate, boolean errors, OptionalDouble p99Ms) {
    /** Returns whether a bound is missed. */
    public boolean any() {
        return rate.isPresent() || errors || p99Ms.isPresent();
    }
}
