package dev.poolfit.verdict.live;

import java.util.Arrays;

/**
 * Intervals that hold at all times together, so that anybody may look whenever they like: asymptotic confidence sequences of a mean
 * (Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas, <i>Time-uniform central limit theory and asymptotic confidence sequences</i>, Annals
 * of Statistics 2024, theorem 2.2), after the mixture boundary of Howard, Ramdas, McAuliffe and Sekhon 2021.
 */
final class ConfidenceSequence {
    /** The number of blocks for which the sequence is the tightest. */
    private static final double TIGHTEST = 200;

    private ConfidenceSequence() {}

    /**
     * Returns half the width of the interval of a mean.
     *
     * @param blocks that the mean is of, at least 1
     * @param variance of one block, where they were independent
     * @param alpha the chance that the mean is ever outside, above 0, below 0.5
     */
    static double halfWidth(int blocks, double variance, double alpha) {
        double rho2 = (-2 * Math.log(alpha) + Math.log(-2 * Math.log(alpha)) + 1) / TIGHTEST;
        double scale = blocks * rho2 + 1;
        return Math.sqrt(variance * 2 * scale / (blocks * (double) blocks * rho2) * Math.log(Math.sqrt(scale) / alpha));
    }

    /**
     * Returns the variance of blocks of which neighbours are alike: that of the mean, times their number, by Bartlett's weights (Newey,
     * West 1987), and not below that of independent blocks.
     *
     * @param deviations of the blocks from their mean
     */
    static double variance(double[] deviations) {
        int blocks = deviations.length;
        double own = Arrays.stream(deviations).map(each -> each * each).sum() / Math.max(1, blocks - 1);
        int lags = (int) Math.cbrt(blocks);
        double sum = own;
        for (int lag = 1; lag <= lags; lag++) {
            double together = 0;
            for (int i = lag; i < blocks; i++) {
                together += deviations[i] * deviations[i - lag];
            }
            sum += 2 * (1 - lag / (lags + 1.0)) * together / Math.max(1, blocks - 1);
        }
        return Math.max(own, sum);
    }
}
