package dev.poolfit.evidence;

/** Judges whether a series is steady. */
public final class Steadiness {
    private Steadiness() {}

    /**
     * Returns whether a series drifts: the means of its halves differ by more than a share of the whole, and by more than their
     * scatter explains (|t| above 3).
     *
     * @param tolerance a share of the mean, such as 0.1
     */
    public static boolean drifts(double[] series, double tolerance) {
        int half = series.length / 2;
        if (half < 2) {
            return false;
        }
        var first = java.util.Arrays.copyOfRange(series, 0, half);
        var second = java.util.Arrays.copyOfRange(series, series.length - half, series.length);
        double difference = mean(second) - mean(first);
        double scatter = Math.sqrt((variance(first) + variance(second)) / half);
        return Math.abs(difference) > tolerance * Math.abs(mean(series)) && Math.abs(difference) > 3 * scatter;
    }

    /**
     * Returns whether a long series never became steady: MSER-5 refuses it, and its halves differ by more than half the
     * tolerance and their scatter. A short series says nothing of it.
     *
     * @param tolerance as of {@link #drifts}
     */
    public static boolean neverSteady(double[] series, double tolerance) {
        return series.length >= Mser.shortest() && Mser.truncation(series).isEmpty() && drifts(series, tolerance / 2);
    }

    private static double mean(double[] values) {
        return java.util.Arrays.stream(values).average().orElse(0);
    }

    private static double variance(double[] values) {
        double mean = mean(values);
        return java.util.Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum() / (values.length - 1);
    }
}
