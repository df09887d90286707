package dev.poolfit.model.simulation;

import java.util.Arrays;

/** A histogram of seconds in 256 bins an octave, from a nanosecond to twelve days: quantiles within 0.4 %. */
final class LatencyHistogram {
    private static final int SHIFT = 52 - 8;
    private static final int LOWEST = index(0x1p-30);
    private static final int BINS = index(0x1p20) - LOWEST;

    private final int[] counts = new int[BINS];
    private long count;
    private double sum;

    void add(double seconds) {
        counts[Math.max(0, Math.min(BINS - 1, index(seconds) - LOWEST))]++;
        count++;
        sum += seconds;
    }

    void clear() {
        Arrays.fill(counts, 0);
        count = 0;
        sum = 0;
    }

    long count() {
        return count;
    }

    /** Returns the mean, in seconds; NaN when empty. */
    double mean() {
        return sum / count;
    }

    /** Returns the value below which the share lies, in seconds; NaN when empty. */
    double quantile(double share) {
        double rank = share * count;
        double below = 0;
        for (int bin = 0; bin < BINS; bin++) {
            if (counts[bin] > 0 && below + counts[bin] >= rank) {
                return lowerEdge(bin) + (lowerEdge(bin + 1) - lowerEdge(bin)) * (rank - below) / counts[bin];
            }
            below += counts[bin];
        }
        return Double.NaN;
    }

    /** Counts the values up to {@code seconds}, within a bin's width. */
    double countUpTo(double seconds) {
        int last = index(seconds) - LOWEST;
        long sum = 0;
        for (int bin = 0; bin < Math.min(last, BINS); bin++) {
            sum += counts[bin];
        }
        if (last < 0 || last >= BINS) {
            return sum;
        }
        return sum + counts[last] * (seconds - lowerEdge(last)) / (lowerEdge(last + 1) - lowerEdge(last));
    }

    private static double lowerEdge(int bin) {
        return Double.longBitsToDouble((long) (bin + LOWEST) << SHIFT);
    }

    private static int index(double seconds) {
        return (int) (Double.doubleToRawLongBits(seconds) >>> SHIFT);
    }
}
