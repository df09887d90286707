package dev.poolfit.results;

import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps the requests of a load test by the second in which they ended. Where a test lasts longer than {@value #MOST} s,
 * slices are of 2 s, then of 4 s and so on: the memory stays the same.
 */
final class Slices {
    private static final int MOST = 1024;

    private TreeMap<Long, Slice> slices = new TreeMap<>();
    private int doublings;
    private long latestKey = Long.MIN_VALUE;
    private Slice latest = new Slice();
    private long otherKey = Long.MIN_VALUE;
    private Slice other = new Slice();
    private long count;
    private long failed;
    private double millis;

    void request(double end, double duration, boolean failure) {
        count++;
        failed += failure ? 1 : 0;
        millis += duration;
        at(end).add(duration, failure);
        change(end - duration / 1000, 1);
        change(end, -1);
    }

    private void change(double time, int by) {
        Slice slice = at(time);
        slice.change(by, (key(time) + 1) * width() - time);
    }

    void users(double time, double number) {
        at(time).seen(number);
    }

    void dropped(double time, double number) {
        at(time).drop(number);
    }

    private long key(double time) {
        return (long) Math.floor(time) >> doublings;
    }

    private Slice at(double time) {
        long key = key(time);
        if (key == otherKey) {
            return other;
        }
        if (key != latestKey) {
            otherKey = latestKey;
            other = latest;
            latest = slices.computeIfAbsent(key, any -> new Slice());
            latestKey = key;
            if (slices.size() > MOST) {
                coarsen();
                return at(time);
            }
        }
        return latest;
    }

    private void coarsen() {
        var coarser = new TreeMap<Long, Slice>();
        slices.forEach((key, slice) -> {
            slice.prolong(key % 2 == 0 ? width() : 0);
            coarser.merge(key >> 1, slice, Slice::absorb);
        });
        slices = coarser;
        doublings++;
        latestKey = Long.MIN_VALUE;
        otherKey = Long.MIN_VALUE;
    }

    long count() {
        return count;
    }

    long failed() {
        return failed;
    }

    /** Returns the mean duration of all requests in milliseconds; NaN where there are none. */
    double meanMs() {
        return millis / count;
    }

    /** Returns the seconds that a slice lasts. */
    long width() {
        return 1L << doublings;
    }

    /** Returns them in the order of time; what neither began nor ended a request nor saw users has no slice. */
    TreeMap<Long, Slice> byTime() {
        return slices;
    }

    /** Returns the mean number of requests in progress in each slice from one to another, both included. */
    double[] inProgress(long first, long last) {
        double[] numbers = new double[(int) (last - first + 1)];
        long before =
                slices.headMap(first).values().stream().mapToLong(Slice::change).sum();
        for (int i = 0; i < numbers.length; i++) {
            Slice slice = slices.get(first + i);
            numbers[i] = before + (slice == null ? 0 : slice.requestSeconds() / width());
            before += slice == null ? 0 : slice.change();
        }
        return numbers;
    }

    boolean ended(long key) {
        Slice slice = slices.get(key);
        return slice != null && slice.requests() > 0;
    }

    Slice sum(long first, long last) {
        var sum = new Slice();
        slices.subMap(first, true, last, true).values().forEach(sum::absorb);
        return sum;
    }

    /** Returns the first and the last slice in which a request ended. */
    Span span() {
        var keys = slices.entrySet().stream()
                .filter(each -> each.getValue().requests() > 0)
                .mapToLong(Map.Entry::getKey)
                .summaryStatistics();
        return new Span(keys.getMin(), keys.getMax());
    }
}
