package dev.poolfit.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.hipparchus.exception.MathIllegalStateException;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.optim.nonlinear.vector.leastsquares.MultivariateJacobianFunction;
import org.hipparchus.util.Pair;

/**
 * The models that the data leaves possible, as weighted draws.
 *
 * <p>For each hypothesis the mode is found by Levenberg and Marquardt's method; around it, draws from a multivariate t
 * with 5 degrees of freedom and the mode's curvature are weighted by the true density (importance sampling; weights
 * truncated as in Ionides 2008). Hypotheses compete through the same weights.
 */
final class Posterior {
    private static final double STEP = 1e-3;
    private static final int MOST_EVALUATIONS = 40;
    private static final int DEGREES = 5;
    /** A hypothesis whose mode is this much less likely, as a logarithm, is left out. */
    private static final double NEGLIGIBLE = 7;

    /**
     * A model that the data leaves possible.
     *
     * @param theta its coordinates
     * @param hypothesis its choices
     * @param weight its share of the probability; all add up to 1
     */
    record Draw(double[] theta, Hypothesis hypothesis, double weight) {}

    private record Mode(Hypothesis hypothesis, double[] theta, double squares, RealMatrix covariance) {
        /** The logarithm of the hypothesis' evidence, by Laplace's approximation, up to a constant. */
        double logEvidence() {
            return -squares / 2 + Math.log(new LUDecomposition(covariance).getDeterminant()) / 2;
        }
    }

    private final Misfit misfit;
    private final Mode best;
    private final List<Draw> draws;

    private Posterior(Misfit misfit, Mode best, List<Draw> draws) {
        this.misfit = misfit;
        this.best = best;
        this.draws = draws;
    }

    /**
     * @param starts where the search for each mode begins; at least one
     * @param count how many draws, about
     */
    static Posterior of(Misfit misfit, List<Hypothesis> hypotheses, List<double[]> starts, int count, long seed) {
        var modes = new ArrayList<Mode>();
        for (Hypothesis hypothesis : hypotheses) {
            starts.stream()
                    .map(start -> mode(misfit, hypothesis, start))
                    .min(Comparator.comparingDouble(Mode::squares))
                    .ifPresent(modes::add);
        }
        Mode best = modes.stream()
                .max(Comparator.comparingDouble(Mode::logEvidence))
                .orElseThrow();
        modes.removeIf(mode -> mode.logEvidence() < best.logEvidence() - NEGLIGIBLE);
        return new Posterior(misfit, best, draw(misfit, modes, count, new Random(seed)));
    }

    /** The most probable coordinates. */
    double[] mode() {
        return best.theta;
    }

    Hypothesis hypothesis() {
        return best.hypothesis;
    }

    /** The standard deviation of a coordinate around the mode. */
    double deviation(int coordinate) {
        return Math.sqrt(best.covariance.getEntry(coordinate, coordinate));
    }

    /** How many coordinates the data tells: Σ(1 − posterior variance ÷ prior variance). */
    double effectiveParameters() {
        double sum = 0;
        for (int i = 0; i < best.theta.length; i++) {
            double spread = misfit.coordinates().spread(i);
            sum += Math.max(0, 1 - best.covariance.getEntry(i, i) / (spread * spread));
        }
        return sum;
    }

    List<Draw> draws() {
        return draws;
    }

    Misfit misfit() {
        return misfit;
    }

    private static Mode mode(Misfit misfit, Hypothesis hypothesis, double[] start) {
        var lowest = new Object() {
            double squares = Double.MAX_VALUE;
            double[] theta = start.clone();
            RealMatrix jacobian = MatrixUtils.createRealIdentityMatrix(start.length);
        };
        MultivariateJacobianFunction function = point -> {
            double[] theta = point.toArray();
            double[] residuals = misfit.residuals(theta, hypothesis);
            RealMatrix jacobian = jacobian(misfit, hypothesis, theta, residuals);
            RealVector value = new ArrayRealVector(residuals, false);
            double squares = value.dotProduct(value);
            if (squares < lowest.squares) {
                lowest.squares = squares;
                lowest.theta = theta;
                lowest.jacobian = jacobian;
            }
            return new Pair<>(value, jacobian);
        };
        try {
            new LevenbergMarquardtOptimizer()
                    .withCostRelativeTolerance(1e-4)
                    .withParameterRelativeTolerance(1e-4)
                    .optimize(new LeastSquaresBuilder()
                            .start(start)
                            .target(new double[misfit.size()])
                            .model(function)
                            .maxEvaluations(MOST_EVALUATIONS)
                            .maxIterations(MOST_EVALUATIONS)
                            .build());
        } catch (MathIllegalStateException enough) {
            // the best point so far serves
        }
        RealMatrix information = lowest.jacobian.transposeMultiply(lowest.jacobian);
        RealMatrix covariance =
                new CholeskyDecomposition(information, 1e-6, 0).getSolver().getInverse();
        return new Mode(hypothesis, lowest.theta, lowest.squares, covariance);
    }

    private static RealMatrix jacobian(Misfit misfit, Hypothesis hypothesis, double[] theta, double[] residuals) {
        var matrix = new Array2DRowRealMatrix(residuals.length, theta.length);
        for (int column = 0; column < theta.length; column++) {
            double[] moved = theta.clone();
            moved[column] += STEP;
            double[] changed = misfit.residuals(moved, hypothesis);
            for (int row = 0; row < residuals.length; row++) {
                matrix.setEntry(row, column, (changed[row] - residuals[row]) / STEP);
            }
        }
        return matrix;
    }

    private static List<Draw> draw(Misfit misfit, List<Mode> modes, int count, Random random) {
        int each = Math.max(8, count / modes.size());
        var thetas = new ArrayList<double[]>();
        var hypotheses = new ArrayList<Hypothesis>();
        var logs = new ArrayList<Double>();
        for (Mode mode : modes) {
            RealMatrix root = new CholeskyDecomposition(mode.covariance, 1e-6, 0).getL();
            double logDeterminant = 0;
            for (int i = 0; i < root.getRowDimension(); i++) {
                logDeterminant += Math.log(root.getEntry(i, i));
            }
            for (int i = 0; i < each; i++) {
                double[] normal = gaussian(random, mode.theta.length);
                double stretch = Math.sqrt(DEGREES / chiSquare(random));
                double[] offset = root.operate(normal);
                double[] theta = mode.theta.clone();
                double distance = 0;
                for (int k = 0; k < theta.length; k++) {
                    theta[k] += stretch * offset[k];
                    distance += stretch * stretch * normal[k] * normal[k];
                }
                double logProposal = -(DEGREES + theta.length) / 2.0 * Math.log1p(distance / DEGREES) - logDeterminant;
                thetas.add(theta);
                hypotheses.add(mode.hypothesis);
                logs.add(-misfit.squares(theta, mode.hypothesis) / 2 - logProposal);
            }
        }
        double[] weights = weights(logs);
        var draws = new ArrayList<Draw>();
        for (int i = 0; i < weights.length; i++) {
            draws.add(new Draw(thetas.get(i), hypotheses.get(i), weights[i]));
        }
        return draws;
    }

    /** Weights in proportion to the exponentials, none above √n times their mean, adding up to 1. */
    private static double[] weights(List<Double> logs) {
        double highest = logs.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        double[] weights =
                logs.stream().mapToDouble(log -> Math.exp(log - highest)).toArray();
        double mean = Arrays.stream(weights).average().orElse(1);
        double most = mean * Math.sqrt(weights.length);
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            weights[i] = Math.min(most, weights[i]);
            sum += weights[i];
        }
        for (int i = 0; i < weights.length; i++) {
            weights[i] /= sum;
        }
        return weights;
    }

    /** Draws of equal weight, spread evenly over the probability. */
    static List<Draw> resample(List<Draw> draws, int count) {
        var chosen = new ArrayList<Draw>();
        double passed = 0;
        for (Draw draw : draws) {
            passed += draw.weight();
            while (chosen.size() < count && passed >= (chosen.size() + 0.5) / count) {
                chosen.add(draw);
            }
        }
        while (chosen.size() < count) {
            chosen.add(draws.get(draws.size() - 1));
        }
        return chosen;
    }

    private static double[] gaussian(Random random, int size) {
        double[] values = new double[size];
        for (int i = 0; i < size; i++) {
            values[i] = random.nextGaussian();
        }
        return values;
    }

    private static double chiSquare(Random random) {
        double sum = 0;
        for (double each : gaussian(random, DEGREES)) {
            sum += each * each;
        }
        return sum;
    }
}
