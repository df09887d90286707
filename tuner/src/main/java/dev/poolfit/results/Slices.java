package dev.poolfit.results;

import java.util.TreeMap;

/**
 * The requests of a load test by the second in which they ended. Where a test lasts longer than {@value #MOST} s, slices
 * are of 2 s, then of 4 s and so on: the memory stays the same.
 */
final class Slices {
    private static final int MOST = 1024;

    private TreeMap<Long, Slice> slices = new TreeMap<>();
    private int doublings;
    private long latestKey = Long.MIN_VALUE;
    private Slice latest = new Slice();
    private long count;
    private double millis;

    void request(double end, double duration, boolean failure) {
        count++;
        millis += duration;
        at(end).add(duration, failure);
    }

    void users(double time, double number) {
        at(time).seen(number);
    }

    private Slice at(double time) {
        long key = (long) Math.floor(time) >> doublings;
        if (key != latestKey) {
            latest = slices.computeIfAbsent(key, any -> new Slice());
            latestKey = key;
            if (slices.size() > MOST) {
                coarsen();
            }
        }
        return latest;
    }

    private void coarsen() {
        var coarser = new TreeMap<Long, Slice>();
        slices.forEach((key, slice) -> coarser.merge(key >> 1, slice, Slice::absorb));
        slices = coarser;
        doublings++;
        latestKey >>= 1;
        latest = slices.computeIfAbsent(latestKey, any -> new Slice());
    }

    /** How many requests there are. */
    long count() {
        return count;
    }

    /** The mean duration of all requests in milliseconds; NaN where there are none. */
    double meanMs() {
        return millis / count;
    }

    /** Seconds that a slice lasts. */
    long width() {
        return 1L << doublings;
    }

    /** In the order of time; what neither ended a request nor saw users has no slice. */
    TreeMap<Long, Slice> byTime() {
        return slices;
    }
}
