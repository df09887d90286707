package dev.poolfit.results;

import org.HdrHistogram.IntCountsHistogram;

/**
 * Counts what ended in one slice of time. Durations are counted in buckets at most 0.8 % wide, so that a slice takes a
 * few kilobytes however many requests ended in it.
 */
final class Slice {
    private static final int DIGITS = 2;

    private final IntCountsHistogram micros = new IntCountsHistogram(DIGITS);
    private long failed;
    private double dropped;
    private double millis;
    private double longest;
    private double users = Double.NaN;
    private double requestSeconds;
    private long change;

    /** Counts a request of so many milliseconds, at least 0. */
    void add(double duration, boolean failure) {
        micros.recordValue(Math.round(duration * 1000));
        millis += duration;
        longest = Math.max(longest, duration);
        if (failure) {
            failed++;
        }
    }

    void seen(double number) {
        users = Double.isNaN(users) ? number : Math.max(users, number);
    }

    /** Counts requests that were due here and were not sent. */
    void drop(double number) {
        dropped += number;
    }

    /**
     * Adds one request more, or one less, in progress from here on.
     *
     * @param by 1 or -1
     * @param rest seconds to the end of the slice, at least 0
     */
    void change(int by, double rest) {
        change += by;
        requestSeconds += by * rest;
    }

    /** Makes the slice last longer by seconds in which nothing begins or ends. */
    void prolong(double seconds) {
        requestSeconds += change * seconds;
    }

    Slice absorb(Slice other) {
        micros.add(other.micros);
        failed += other.failed;
        dropped += other.dropped;
        requestSeconds += other.requestSeconds;
        change += other.change;
        millis += other.millis;
        longest = Math.max(longest, other.longest);
        if (!Double.isNaN(other.users)) {
            seen(other.users);
        }
        return this;
    }

    /** Returns the duration in milliseconds within which so many per cent of the requests ended, within 0.4 %. */
    double percentile(double percent) {
        return Math.min(longest, micros.medianEquivalentValue(micros.getValueAtPercentile(percent)) / 1000.0);
    }

    long good() {
        return requests() - failed;
    }

    long failed() {
        return failed;
    }

    double dropped() {
        return dropped;
    }

    /** Returns how many requests more there are in progress at its end than at its beginning. */
    long change() {
        return change;
    }

    /** Returns the request-seconds in progress by what begins and ends within it. */
    double requestSeconds() {
        return requestSeconds;
    }

    long requests() {
        return micros.getTotalCount();
    }

    double millis() {
        return millis;
    }

    /** Returns the most users that were seen; NaN where none were. */
    double users() {
        return users;
    }
}
