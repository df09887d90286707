package dev.poolfit.model;

import java.util.ArrayList;
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
 * <p>For each hypothesis the mode is found by Levenberg and Marquardt's method; from there an {@link Ensemble} of
 * walkers spreads over all that is possible.
 */
final class Posterior {
    private static final double STEP = 1e-3;
    private static final int MOST_EVALUATIONS = 40;
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

    record Mode(Hypothesis hypothesis, double[] theta, double squares, RealMatrix covariance) {
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
        return new Posterior(misfit, best, new Ensemble(misfit, modes, new Random(seed)).draws(count));
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
}
