package dev.poolfit.model.fit;

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
import org.jspecify.annotations.Nullable;

/**
 * The models that the data leaves possible, as weighted draws.
 *
 * <p>For each hypothesis the mode is found by Levenberg and Marquardt's method; from there an {@link EnsembleSampler} of
 * walkers spreads over all that is possible.
 */
final class Posterior {
    private static final double STEP = 1e-3;
    private static final int DRAWS = 160;
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
    record Sample(double[] theta, Hypothesis hypothesis, double weight) {}

    record Mode(Hypothesis hypothesis, double[] theta, double squares, RealMatrix covariance) {
        /** Returns the logarithm of the hypothesis' evidence, by Laplace's approximation, up to a constant. */
        double logEvidence() {
            return -squares / 2 + Math.log(new LUDecomposition(covariance).getDeterminant()) / 2;
        }
    }

    private final LogPosterior logPosterior;
    private final Mode best;
    private final List<Mode> modes;
    private final long seed;
    private @Nullable List<Sample> draws;

    private Posterior(LogPosterior logPosterior, Mode best, List<Mode> modes, long seed) {
        this.logPosterior = logPosterior;
        this.best = best;
        this.modes = modes;
        this.seed = seed;
    }

    /** @param starts the points at which the search for each mode begins; at least one */
    static Posterior of(LogPosterior logPosterior, List<Hypothesis> hypotheses, List<double[]> starts, long seed) {
        var modes = new ArrayList<Mode>();
        for (Hypothesis hypothesis : hypotheses) {
            starts.stream()
                    .map(start -> mode(logPosterior, hypothesis, start))
                    .min(Comparator.comparingDouble(Mode::squares))
                    .ifPresent(modes::add);
        }
        Mode best = modes.stream()
                .max(Comparator.comparingDouble(Mode::logEvidence))
                .orElseThrow();
        modes.removeIf(mode -> mode.logEvidence() < best.logEvidence() - NEGLIGIBLE);
        return new Posterior(logPosterior, best, modes, seed);
    }

    /** Returns the most probable coordinates. */
    double[] mode() {
        return best.theta;
    }

    /** Returns the differences of these rows' throughputs from the most probable model's, as logarithms. */
    double[] logErrors(List<Row> rows) {
        return logPosterior.logErrors(best.theta, best.hypothesis, rows);
    }

    Hypothesis hypothesis() {
        return best.hypothesis;
    }

    /** Returns the standard deviation of a coordinate around the mode. */
    double deviation(int coordinate) {
        return Math.sqrt(best.covariance.getEntry(coordinate, coordinate));
    }

    /** Returns the number of coordinates that are identifiable from the data: Σ(1 − posterior variance ÷ prior variance). */
    double effectiveParameters() {
        double sum = 0;
        for (int i = 0; i < best.theta.length; i++) {
            double spread = logPosterior.space().spread(i);
            sum += Math.max(0, 1 - best.covariance.getEntry(i, i) / (spread * spread));
        }
        return sum;
    }

    /** Returns the hypotheses that are not negligible. */
    List<Hypothesis> likely() {
        return modes.stream().map(Mode::hypothesis).toList();
    }

    List<Sample> draws() {
        if (draws == null) {
            draws = new EnsembleSampler(logPosterior, modes, new Random(seed)).draws(DRAWS);
        }
        return draws;
    }

    LogPosterior logPosterior() {
        return logPosterior;
    }

    private static Mode mode(LogPosterior logPosterior, Hypothesis hypothesis, double[] start) {
        var lowest = new Object() {
            double squares = Double.MAX_VALUE;
            double[] theta = start.clone();
            RealMatrix jacobian = MatrixUtils.createRealIdentityMatrix(start.length);
        };
        MultivariateJacobianFunction function = point -> {
            double[] theta = point.toArray();
            double[] residuals = logPosterior.residuals(theta, hypothesis);
            RealMatrix jacobian = jacobian(logPosterior, hypothesis, theta, residuals);
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
                            .target(new double[logPosterior.size()])
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

    private static RealMatrix jacobian(
            LogPosterior logPosterior, Hypothesis hypothesis, double[] theta, double[] residuals) {
        var matrix = new Array2DRowRealMatrix(residuals.length, theta.length);
        for (int column = 0; column < theta.length; column++) {
            double[] moved = theta.clone();
            moved[column] += STEP;
            double[] changed = logPosterior.residuals(moved, hypothesis);
            for (int row = 0; row < residuals.length; row++) {
                matrix.setEntry(row, column, (changed[row] - residuals[row]) / STEP);
            }
        }
        return matrix;
    }

    /** Draws of equal weight, spread evenly over the probability. */
    static List<Sample> resample(List<Sample> draws, int count) {
        var chosen = new ArrayList<Sample>();
        double passed = 0;
        for (Sample draw : draws) {
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
