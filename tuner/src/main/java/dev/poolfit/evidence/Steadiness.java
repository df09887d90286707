package dev.poolfit.evidence;

/**
 * Tells when a series has left its transient, by MSER-5 (White 1997): the cut d that minimises
 * {@code Σ(Y−mean)²/(n−d)²} over what follows it; searched over the first half and
 * rejected where it falls on that half's end.
 */
public final class Steadiness {
    private Steadiness() {}

    /**
     * The number of leading values to drop, or -1 when the series shows no steady end.
     *
     * @param series finite values at equal distances; with fewer than 4 there is no telling, and -1 is returned
     */
    public static int cut(double[] series) {
        int n = series.length;
        if (n < 4) {
            return -1;
        }
        int best = 0;
        double smallest = Double.POSITIVE_INFINITY;
        double sum = 0;
        double squares = 0;
        for (int d = n - 1; d >= 0; d--) {
            sum += series[d];
            squares += series[d] * series[d];
            int kept = n - d;
            if (d > n / 2) {
                continue;
            }
            double spread = Math.max(0, squares - sum * sum / kept) / ((double) kept * kept);
            if (spread <= smallest) {
                smallest = spread;
                best = d;
            }
        }
        return best == n / 2 ? -1 : best;
    }

    /**
     * Whether a series drifts: the means of its halves differ by more than a share of the whole, and by more than
     * their scatter explains (|t| above 3).
     *
     * @param tolerance such as 0.1
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

    private static double mean(double[] values) {
        return java.util.Arrays.stream(values).average().orElse(0);
    }

    private static double variance(double[] values) {
        double mean = mean(values);
        return java.util.Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum() / (values.length - 1);
    }
}
