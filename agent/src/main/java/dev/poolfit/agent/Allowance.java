package dev.poolfit.agent;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lets through so many calls a second of what costs much: all of them where they are few, else a share of them at random, so
 * that what is let through stands for the rest. No thread waits for another one.
 */
final class Allowance {
    /** The most that it may get ahead of its rate, in nanoseconds. */
    private static final long AHEAD = TimeUnit.SECONDS.toNanos(1);

    private final long interval;
    /** The time until which everything that was let through is paid for. */
    private final AtomicLong paid = new AtomicLong(System.nanoTime());

    /** @param most a second, at least 1 */
    Allowance(int most) {
        interval = AHEAD / most;
    }

    boolean permits() {
        return permits(System.nanoTime(), ThreadLocalRandom.current().nextDouble());
    }

    /**
     * Returns whether one more call is let through: always up to half a second's worth ahead of the rate, from there on
     * with a falling probability.
     *
     * @param now nanoseconds
     * @param random from 0 to less than 1
     */
    boolean permits(long now, double random) {
        long until = paid.get();
        long ahead = Math.max(0, until - now);
        double share = 2.0 * (AHEAD - ahead) / AHEAD;
        return random < share && paid.compareAndSet(until, now + ahead + interval);
    }
}
