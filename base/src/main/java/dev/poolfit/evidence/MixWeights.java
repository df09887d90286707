package dev.poolfit.evidence;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.SingularValueDecomposition;

/**
 * Weighs the requests of each route so that their sum varies least from one slice of a load to the next. Where some routes cost much
 * more than others, the number of requests of a slice says more about which ones came by chance than about how fast the service was.
 * Requests that come to the pool are weighed with those that it served: in the long run they are as many, and in a slice of a service
 * that computes, the more come, the fewer are served.
 *
 * <p>With counts n of each route, their mean μ, and the covariance S of the differences of neighbouring slices, the sum w·n with the
 * mean w·μ varies least for w ∝ S⁻¹ μ (control variates: Lavenberg and Welch, <i>A Perspective on the Use of Control Variables</i>,
 * Management Science 27(3), 1981). S is drawn towards its diagonal, under which counts that are independent count as they are.
 */
public final class MixWeights {
    /** A route with a smaller share of the requests has the weight of those without a route. */
    private static final double LEAST_SHARE = 0.02;
    /** Slices for each route; with fewer all count alike. */
    private static final int SLICES = 12;
    /** The covariance of a route is drawn towards its diagonal by so many slices' worth. */
    private static final double DRAWN = 2;

    private MixWeights() {}

    /**
     * Returns a weight for each route and for the requests that came, at least 0, with which all slices together sum up to the number of
     * requests that were served.
     *
     * @param slices requests served by route, the first without one, and the number of those that came, in slices of equal length, by
     *     setting, in the order of time
     * @param routes the number of routes, at least 1
     */
    public static double[] of(List<List<double[]>> slices, int routes) {
        double[] total = new double[routes + 1];
        slices.stream().flatMap(List::stream).forEach(slice -> Arrays.setAll(total, i -> total[i] + slice[i]));
        double all = Arrays.stream(total, 0, routes).sum();
        int[] group = new int[routes + 1];
        int groups = 1;
        for (int route = 1; route <= routes; route++) {
            group[route] = route == routes || total[route] >= LEAST_SHARE * all ? groups++ : 0;
        }
        double[] weights = new double[routes + 1];
        Arrays.fill(weights, 0, routes, 1);
        int differences =
                slices.stream().mapToInt(own -> Math.max(0, own.size() - 1)).sum();
        if (all == 0 || differences < SLICES * groups) {
            return weights;
        }
        double[] mean = grouped(total, group, groups);
        double[] byGroup = least(mean, covariance(slices, group, groups), DRAWN * groups / differences);
        double sum = IntStream.range(0, groups)
                .mapToDouble(i -> byGroup[i] * mean[i])
                .sum();
        if (sum > 0) {
            Arrays.setAll(weights, route -> byGroup[group[route]] * all / sum);
        }
        return weights;
    }

    private static double[] grouped(double[] counts, int[] group, int groups) {
        double[] sums = new double[groups];
        for (int route = 0; route < counts.length; route++) {
            sums[group[route]] += counts[route];
        }
        return sums;
    }

    private static double[][] covariance(List<List<double[]>> slices, int[] group, int groups) {
        double[][] sums = new double[groups][groups];
        for (List<double[]> own : slices) {
            for (int i = 1; i < own.size(); i++) {
                double[] before = grouped(own.get(i - 1), group, groups);
                double[] now = grouped(own.get(i), group, groups);
                for (int row = 0; row < groups; row++) {
                    for (int column = 0; column < groups; column++) {
                        sums[row][column] += (now[row] - before[row]) * (now[column] - before[column]);
                    }
                }
            }
        }
        return sums;
    }

    /** @param drawn the share by which the covariance is drawn towards its diagonal, 0 to 1 */
    private static double[] least(double[] mean, double[][] covariance, double drawn) {
        boolean[] used = new boolean[mean.length];
        for (int i = 0; i < used.length; i++) {
            used[i] = mean[i] > 0 && covariance[i][i] > 0;
        }
        double[] weights = new double[mean.length];
        for (boolean negative = true; negative; ) {
            int[] in = IntStream.range(0, mean.length).filter(i -> used[i]).toArray();
            Arrays.fill(weights, 0);
            double[] solved = solved(in, mean, covariance, drawn);
            negative = false;
            for (int i = 0; i < in.length; i++) {
                weights[in[i]] = Math.max(0, solved[i]);
                negative |= solved[i] < 0;
                used[in[i]] = solved[i] >= 0;
            }
        }
        return weights;
    }

    private static double[] solved(int[] in, double[] mean, double[][] covariance, double drawn) {
        if (in.length == 0) {
            return new double[0];
        }
        var matrix = new Array2DRowRealMatrix(in.length, in.length);
        for (int row = 0; row < in.length; row++) {
            for (int column = 0; column < in.length; column++) {
                matrix.setEntry(row, column, (row == column ? 1 : 1 - drawn) * covariance[in[row]][in[column]]);
            }
        }
        var means =
                new ArrayRealVector(Arrays.stream(in).mapToDouble(i -> mean[i]).toArray());
        return new SingularValueDecomposition(matrix).getSolver().solve(means).toArray();
    }
}
