package dev.poolfit.evidence;

import java.util.OptionalInt;

/**
 * MSER-5 (White 1997; White, Cobb and Spratt 2000): finds how much of a series' beginning to leave out, so that the mean of the
 * rest has the least standard error. On means of five, d* = argmin Σ(Y − Ȳ)² ÷ (n − d)² over the n − d that are left.
 *
 * <p>Of pure noise it refuses one series in some: a few values at the end may lie close together by chance. Whoever refuses a
 * measurement for it should ask for a second sign.
 */
public final class Mser {
    private static final int BATCH = 5;
    /** The fewest batches that are left, for of very few the scatter is small by chance. */
    private static final int LEAST_LEFT = 5;

    private static final int LEAST_BATCHES = 2 * LEAST_LEFT;

    private Mser() {}

    /** Returns the length of the shortest series that can be judged. */
    public static int shortest() {
        return BATCH * LEAST_BATCHES;
    }

    /**
     * Counts the values at the beginning that belong to the transient.
     *
     * @param series at least {@link #shortest()} values; up to four at its end count for nothing
     * @return a multiple of five, 0 included; empty where d* is above n/2: the series was never steady
     * @throws IllegalArgumentException if the series is shorter
     */
    public static OptionalInt truncation(double[] series) {
        double[] means = means(series);
        int n = means.length;
        if (n < LEAST_BATCHES) {
            throw new IllegalArgumentException(
                    "MSER-5 needs at least " + shortest() + " values, but has " + series.length);
        }
        int best = 0;
        double least = Double.MAX_VALUE;
        double sum = 0;
        double squares = 0;
        for (int d = n - 1; d >= 0; d--) {
            sum += means[d];
            squares += means[d] * means[d];
            double left = n - d;
            double error = Math.max(0, squares - sum * sum / left) / (left * left);
            if (left >= LEAST_LEFT && error <= least) {
                least = error;
                best = d;
            }
        }
        return best > n / 2 ? OptionalInt.empty() : OptionalInt.of(BATCH * best);
    }

    private static double[] means(double[] series) {
        double[] means = new double[series.length / BATCH];
        for (int i = 0; i < means.length; i++) {
            for (int k = 0; k < BATCH; k++) {
                means[i] += series[i * BATCH + k] / BATCH;
            }
        }
        return means;
    }
}
