package dev.poolfit.evidence;

import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.distribution.TDistribution;

/** Intervals at 95 % for means, quantiles and shares. */
public final class Statistics {
    /** The chance of lying outside an interval, on both sides together. */
    public static final double ALPHA = 0.05;

    /** The normal distribution's 97.5 % quantile. */
    public static final double Z = 1.959963984540054;

    private Statistics() {}

    /**
     * Returns the 97.5 % quantile of Student's t.
     *
     * @param degreesOfFreedom at least 1; need not be whole
     */
    public static double tQuantile(double degreesOfFreedom) {
        return TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(ALPHA / 2);
    }

    /**
     * Returns the interval of a mean from consecutive batch means, one a second, that may be correlated and askew ({@link
     * CorrelatedMean}). Of 20 batches and more it covers the truth as often as it says; of fewer it cannot know how much
     * neighbours are alike.
     *
     * @param batches at least 2, finite
     */
    public static Interval batchMeans(double[] batches) {
        return new CorrelatedMean(batches).interval();
    }

    /**
     * Returns the interval of a rate from counts in consecutive seconds: that of {@link #batchMeans}, and at least one count in
     * all on either side, for the window's edges cut through what is counted.
     *
     * @param counts at least 2, of at least 0
     */
    public static Interval rate(double[] counts) {
        Interval within = batchMeans(counts);
        double one = within.mean() > 0 ? 1.0 / counts.length : 0;
        return new Interval(
                within.mean(),
                Math.max(0, Math.min(within.low(), within.mean() - one)),
                Math.max(within.high(), within.mean() + one));
    }

    /**
     * Returns the interval of a mean over runs that know nothing of each other (Student's t).
     *
     * @param runs the mean of each run; at least 2, finite
     */
    public static Interval acrossRuns(double[] runs) {
        double mean = Arrays.stream(runs).average().orElseThrow();
        double half = tQuantile(runs.length - 1) * Math.sqrt(variance(runs) / runs.length);
        return new Interval(mean, mean - half, mean + half);
    }

    /**
     * Returns whether the means of two samples differ by more than chance, whatever their variances (Welch 1947).
     *
     * @param one at least 2, finite
     * @param other at least 2, finite
     * @param chance the probability that equal means are taken for different ones; above 0, below 1
     */
    public static boolean differ(double[] one, double[] other, double chance) {
        double first = variance(one) / one.length;
        double second = variance(other) / other.length;
        double between = Arrays.stream(one).average().orElseThrow()
                - Arrays.stream(other).average().orElseThrow();
        if (first + second == 0) {
            return between != 0;
        }
        double freedom =
                Math.pow(first + second, 2) / (first * first / (one.length - 1) + second * second / (other.length - 1));
        return Math.abs(between) / Math.sqrt(first + second)
                > TDistribution.of(freedom).inverseSurvivalProbability(chance / 2);
    }

    /**
     * Returns the variance that a sample shows of what it was drawn from: squares over n − 1.
     *
     * @param sample at least 2, finite
     */
    public static double variance(double[] sample) {
        double mean = Arrays.stream(sample).average().orElseThrow();
        return Arrays.stream(sample).map(x -> (x - mean) * (x - mean)).sum() / (sample.length - 1);
    }

    /**
     * Returns a quantile of what was counted second by second, with its order-statistic interval ({@link Quantiles}).
     *
     * @param seconds at least one with a value
     * @param share between 0 and 1
     */
    public static Interval quantile(List<Histogram> seconds, double share) {
        return Quantiles.interval(seconds, share);
    }

    /**
     * Returns the Wilson interval of a share (Wilson 1927), sound for small counts and for 0 of n.
     *
     * @param total at least 1
     */
    public static Interval share(long count, long total) {
        return share((double) count / total, (double) total);
    }

    /**
     * Returns the same of a share of observations that count for as many independent ones.
     *
     * @param p from 0 to 1
     * @param total above 0
     */
    public static Interval share(double p, double total) {
        double z2n = Z * Z / total;
        double center = (p + z2n / 2) / (1 + z2n);
        double half = Z / (1 + z2n) * Math.sqrt(p * (1 - p) / total + z2n / (4.0 * total));
        return new Interval(p, Math.max(0, Math.min(p, center - half)), Math.min(1, Math.max(p, center + half)));
    }
}
