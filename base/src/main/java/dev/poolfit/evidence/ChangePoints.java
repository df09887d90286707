package dev.poolfit.evidence;

import java.util.Arrays;

/**
 * Finds where the level of a noisy series changes: the segmentation with the least sum of squares, where each change costs a
 * penalty of 3 σ² ln n, found exactly (optimal partitioning, Jackson et al. 2005; the cost of Killick, Fearnhead and Eckley
 * 2012). So Barrett et al. (2017) tell when a virtual machine has warmed up.
 */
public final class ChangePoints {
    private static final int SHORTEST = 2;
    private static final double PENALTY = 3;
    /** The standard deviation of normal noise over the median of the absolute differences of its neighbours. */
    private static final double DEVIATION_OF_MEDIAN = 1 / (0.6744897501960817 * Math.sqrt(2));

    private ChangePoints() {}

    /**
     * Finds the index at which the last level begins.
     *
     * @param series finite, in the order of time
     * @param tolerance levels that differ by less than this share of the last one are the same level
     * @return 0 where the level never changes
     */
    public static int lastLevel(double[] series, double tolerance) {
        int[] starts = segments(series);
        int segment = starts.length - 1;
        double last = mean(series, starts[segment], series.length);
        while (segment > 0
                && Math.abs(mean(series, starts[segment - 1], starts[segment]) - last) <= tolerance * Math.abs(last)) {
            segment--;
        }
        return starts[segment];
    }

    /** Finds the index at which each level begins; the first is 0. */
    static int[] segments(double[] series) {
        int n = series.length;
        double[] sums = new double[n + 1];
        double[] squares = new double[n + 1];
        for (int i = 0; i < n; i++) {
            sums[i + 1] = sums[i] + series[i];
            squares[i + 1] = squares[i] + series[i] * series[i];
        }
        double deviation = noise(series);
        double penalty = PENALTY * deviation * deviation * Math.log(Math.max(2, n));
        double[] least = new double[n + 1];
        int[] before = new int[n + 1];
        Arrays.fill(least, Double.MAX_VALUE);
        least[0] = -penalty;
        for (int end = SHORTEST; end <= n; end++) {
            for (int start = 0; start <= end - SHORTEST; start++) {
                double sum = sums[end] - sums[start];
                double cost = squares[end] - squares[start] - sum * sum / (end - start) + least[start] + penalty;
                if (least[start] < Double.MAX_VALUE && cost < least[end]) {
                    least[end] = cost;
                    before[end] = start;
                }
            }
        }
        int[] reversed = new int[n + 1];
        int count = 0;
        for (int end = n; end > 0; end = before[end]) {
            reversed[count++] = before[end];
        }
        int[] starts = new int[Math.max(1, count)];
        for (int i = 0; i < count; i++) {
            starts[i] = reversed[count - 1 - i];
        }
        return starts;
    }

    /** Returns the standard deviation of the noise, blind to changes of the level: from the differences of neighbours. */
    private static double noise(double[] series) {
        if (series.length < 2) {
            return 0;
        }
        double[] differences = new double[series.length - 1];
        for (int i = 0; i < differences.length; i++) {
            differences[i] = Math.abs(series[i + 1] - series[i]);
        }
        Arrays.sort(differences);
        double median = (differences[(differences.length - 1) / 2] + differences[differences.length / 2]) / 2;
        double floor = 1e-6 * Math.abs(mean(series, 0, series.length));
        return Math.max(floor, DEVIATION_OF_MEDIAN * median);
    }

    private static double mean(double[] series, int from, int to) {
        return Arrays.stream(series, from, to).average().orElse(0);
    }
}
