package dev.poolfit.model.replay;

import java.time.Duration;

/**
 * Says when a pool is large enough: 99 of 100 borrows wait at most so long, and none in vain.
 *
 * @param p99 at least 0
 * @param timeout the pool's connection timeout, above 0
 */
public record WaitGoal(Duration p99, Duration timeout) {
    /** The share of borrows that wait for no longer. */
    public static final double SHARE = 0.99;

    public WaitGoal {
        if (p99.isNegative() || timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException(
                    "a wait is at least 0 and a timeout above 0, but they are " + p99 + " and " + timeout);
        }
    }

    long p99Micros() {
        return p99.toNanos() / 1000;
    }

    long timeoutMicros() {
        return timeout.toNanos() / 1000;
    }
}
