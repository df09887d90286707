package dev.poolfit.evidence;

import java.util.Arrays;

/**
 * The 95 % interval of the mean of a series whose values may follow each other alike and lie askew.
 *
 * <p>The series is taken as a first-order autoregression. Its lag-1 correlation r is mended for the bias −(1 + 4r)/n of
 * its estimate (Marriott and Pope 1954); where it is then above one standard error 1/√n, half of its own standard error
 * √((1 − r²)/n) is added, since too small an r costs more coverage than too large an r gives back. The variance of the
 * mean is s²/n · V with V = 1 + 2 Σ (1 − k/n) rᵏ, and s² itself is mended by (n − 1)/(n − V). Student's t has as many
 * degrees of freedom as the series has values that are worth an independent one, n (1 − r²)/(1 + r²) − 1 (Bayley and
 * Hammersley 1946). Skewness is met by Hall's transformation (1992), which lengthens the interval on the side of the
 * tail. {@code CoverageIT} measures how often such intervals cover the truth.
 */
final class CorrelatedMean {
    private static final int LEAST_FOR_CORRELATION = 6;
    private static final double MOST_CORRELATION = 0.95;
    private static final double LEAST_FREEDOM = 3;
    /** Skewness of fewer values is mostly chance. */
    private static final int LEAST_FOR_SKEWNESS = 10;

    private static final double MOST_SKEWNESS = 1.2;

    private final double[] values;
    private final double proof;
    private final int count;
    private final double mean;
    private final double squares;

    /**
     * @param values at least 2, finite
     */
    CorrelatedMean(double[] values) {
        this(values, 0);
    }

    /**
     * @param values at least 2, finite
     * @param proof standard errors that the lag-1 correlation must be above 0 to count; at least 0
     */
    CorrelatedMean(double[] values, double proof) {
        this.values = values;
        this.proof = proof;
        count = values.length;
        mean = Arrays.stream(values).average().orElseThrow();
        squares = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
    }

    Interval interval() {
        if (squares == 0) {
            return new Interval(mean, mean, mean);
        }
        double r = correlation();
        double inflation = inflation(r);
        double variance = squares / Math.max(1, count - inflation);
        double error = Math.sqrt(variance * inflation / count);
        double worth = count * (1 - r * r) / (1 + r * r);
        double freedom = Math.max(Math.min(LEAST_FREEDOM, count - 1.0), worth - 1);
        double t = Statistics.tQuantile(freedom);
        double skewness = skewness() / Math.sqrt(count / inflation);
        double low = mean - error * Math.max(0, untransformed(t, skewness));
        double high = mean - error * Math.min(0, untransformed(-t, skewness));
        return new Interval(mean, low, high);
    }

    /** Returns the lag-1 correlation, mended; from 0 to what a series of this length can show. */
    private double correlation() {
        if (count < LEAST_FOR_CORRELATION) {
            return 0;
        }
        double products = 0;
        for (int i = 1; i < count; i++) {
            products += (values[i] - mean) * (values[i - 1] - mean);
        }
        double r = (count * products / squares + 1) / (count - 4);
        if (r * Math.sqrt(count) < proof) {
            return 0;
        }
        if (r > 1 / Math.sqrt(count)) {
            r += 0.5 * Math.sqrt(Math.max(0, 1 - r * r) / count);
        }
        return Math.max(0, Math.min(Math.min(MOST_CORRELATION, 1 - 4.0 / count), r));
    }

    /** Returns the factor V by which correlation makes the variance of the mean larger. */
    private double inflation(double r) {
        double sum = 0;
        double power = 1;
        for (int k = 1; k < count && power > 1e-9; k++) {
            power *= r;
            sum += (1 - (double) k / count) * power;
        }
        return Math.min(1 + 2 * sum, count - 1.0);
    }

    private double skewness() {
        if (count < LEAST_FOR_SKEWNESS) {
            return 0;
        }
        double cubes = Arrays.stream(values).map(x -> Math.pow(x - mean, 3)).sum();
        return cubes / count / Math.pow(squares / count, 1.5);
    }

    /**
     * Hall's transformation backwards: the t statistic whose transform is x.
     *
     * @param skewness γ/√n
     */
    private static double untransformed(double x, double skewness) {
        double g = Math.max(-MOST_SKEWNESS, Math.min(MOST_SKEWNESS, skewness));
        if (Math.abs(g) < 1e-6) {
            return x;
        }
        return 3 / g * (Math.cbrt(1 + g * (x - g / 6)) - 1);
    }
}
