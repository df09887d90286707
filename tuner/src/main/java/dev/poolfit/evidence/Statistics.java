package dev.poolfit.evidence;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.distribution.TDistribution;

/** Intervals at 95 % for means, quantiles and shares. */
public final class Statistics {
    /** The normal distribution's 97.5 % quantile. */
    private static final double Z = 1.959963984540054;

    private Statistics() {}

    /**
     * The 97.5 % quantile of Student's t.
     *
     * @param degreesOfFreedom at least 1
     */
    public static double tQuantile(int degreesOfFreedom) {
        return TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(0.025);
    }

    /**
     * The interval of a mean from consecutive batch means, one a second. Batches that follow each other alike
     * (lag-1 correlation r above 0) carry less than they seem; the variance then grows by (1+r)/(1−r), Bartlett's
     * large-sample formula for a first-order autoregression.
     *
     * @param batches at least 2, finite
     */
    public static Interval batchMeans(double[] batches) {
        double mean = Arrays.stream(batches).average().orElseThrow();
        double squares =
                Arrays.stream(batches).map(x -> (x - mean) * (x - mean)).sum();
        double variance = squares / (batches.length - 1);
        double correlation = Math.max(0, Math.min(0.9, lagOne(batches, mean, squares)));
        double standardError = Math.sqrt(variance / batches.length * (1 + correlation) / (1 - correlation));
        double half = tQuantile(batches.length - 1) * standardError;
        return new Interval(mean, mean - half, mean + half);
    }

    private static double lagOne(double[] batches, double mean, double squares) {
        double products = 0;
        for (int i = 1; i < batches.length; i++) {
            products += (batches[i] - mean) * (batches[i - 1] - mean);
        }
        return squares == 0 ? 0 : products / squares;
    }

    /**
     * A quantile with its order-statistic interval: the values at the ranks np ± 1.96·√(np(1−p)), which needs no
     * assumption on the distribution.
     *
     * @param share between 0 and 1
     */
    public static Interval quantile(Histogram histogram, double share) {
        double count = histogram.getTotalCount();
        double spread = Z * Math.sqrt(count * share * (1 - share));
        double low = histogram.getValueAtPercentile(100 * Math.max(0, share - spread / count));
        double mean = histogram.getValueAtPercentile(100 * share);
        double high = histogram.getValueAtPercentile(100 * Math.min(1, share + spread / count));
        return new Interval(mean, Math.min(low, mean), Math.max(high, mean));
    }

    /**
     * The Wilson interval of a share (Wilson 1927), sound for small counts and for 0 of n.
     *
     * @param total at least 1
     */
    public static Interval share(long count, long total) {
        double p = (double) count / total;
        double z2n = Z * Z / total;
        double center = (p + z2n / 2) / (1 + z2n);
        double half = Z / (1 + z2n) * Math.sqrt(p * (1 - p) / total + z2n / (4.0 * total));
        return new Interval(p, Math.max(0, Math.min(p, center - half)), Math.min(1, Math.max(p, center + half)));
    }
}
