package dev.poolfit.model.fit;

import dev.poolfit.model.Limits;
import java.util.List;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;

/**
 * The model's own error, as a Gaussian process over the logarithms of pool and threads: alike at settings that are alike
 * (Kennedy and O'Hagan, Bayesian Calibration of Computer Models, 2001).
 *
 * <p>A service does things that no queue does, such as losing some percent to many threads. Were the model taken for exact,
 * such a loss would be blamed on demands that it knows.
 */
final class Discrepancy {
    /** The usual size of what a queueing model leaves out of a service, as a share of the throughput. */
    static final double USUAL = 0.015;
    /** The error left at a setting when the errors near it are known, as a share of the throughput. */
    static final double REMAINING = 0.01;

    /** The distance of settings, as logarithms, over which their errors are alike. */
    private static final double POOLS = 0.7;

    private static final double THREADS = 1;

    private final List<Row> rows;
    private final double deviation;
    private final RealMatrix whitening;

    /**
     * @param deviation of the model's errors, as a share of the throughput; 0 takes the model for exact
     * @param errors of the rows' throughputs, as standard deviations of their logarithms
     */
    Discrepancy(List<Row> rows, double deviation, double[] errors) {
        this.rows = rows;
        this.deviation = deviation;
        var covariance = new Array2DRowRealMatrix(rows.size(), rows.size());
        for (int i = 0; i < rows.size(); i++) {
            for (int j = 0; j < rows.size(); j++) {
                covariance.setEntry(
                        i, j, common(rows.get(i), rows.get(j).limits()) + (i == j ? errors[i] * errors[i] : 0));
            }
        }
        whitening = MatrixUtils.inverse(new CholeskyDecomposition(covariance, 1e-9, 0).getL());
    }

    /** Returns the rows' differences from a model, made independent with a standard deviation of 1. */
    double[] whitened(double[] differences) {
        return whitening.operate(differences);
    }

    /** Returns the error to expect between and beside the rows, given their differences. */
    Expected given(double[] differences) {
        double[] weights = whitening.preMultiply(whitening.operate(differences));
        return limits -> {
            double sum = 0;
            for (int i = 0; i < weights.length; i++) {
                sum += common(rows.get(i), limits) * weights[i];
            }
            return sum;
        };
    }

    /** The model's expected error at some limits, as a logarithm. */
    interface Expected {
        double at(Limits limits);
    }

    /** Returns the covariance of the model's errors at a row and at some limits under the same load. */
    private double common(Row row, Limits limits) {
        int users = row.users().orElse(Integer.MAX_VALUE);
        double pools = ratio(row.limits().pool(), limits.pool(), users) / POOLS;
        double threads = ratio(row.limits().threads(), limits.threads(), users) / THREADS;
        return deviation * deviation * Math.exp(-(pools * pools + threads * threads) / 2);
    }

    /** Returns the logarithm of a ratio; beyond the users more makes no difference. */
    private static double ratio(int one, int other, int users) {
        return Math.log((double) Math.min(one, users) / Math.min(other, users));
    }
}
