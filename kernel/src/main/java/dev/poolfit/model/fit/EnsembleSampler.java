package dev.poolfit.model.fit;

import dev.poolfit.model.fit.Posterior.Mode;
import dev.poolfit.model.fit.Posterior.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.RealMatrix;

/**
 * Draws from the posterior by walkers that stretch along lines through one another (Goodman and Weare, Ensemble samplers with
 * affine invariance, 2010), which long and narrow ridges do not slow down; now and then a walker changes to another hypothesis
 * instead. Ridges are straight in one set of coordinates or in another: where the hold time is known and its parts are not, or
 * where the CPU is known and what a hold waits for beside it is not. So the sampler takes both in turns.
 */
final class EnsembleSampler {
    private static final int WALKERS = 32;
    private static final int BURN_IN = 80;
    private static final int EVERY = 4;
    private static final double STRETCH = 2;
    private static final double CHANGES = 0.2;
    private static final double JUMPS = 0.3;
    /** The farthest jump of a demand's logarithm: a hundred times as large. */
    private static final double FARTHEST = 4;

    private final LogPosterior logPosterior;
    private final List<Mode> modes;
    private final Random random;
    private final double[][] thetas = new double[WALKERS][];
    private final Hypothesis[] hypotheses = new Hypothesis[WALKERS];
    private final double[] logs = new double[WALKERS];

    EnsembleSampler(LogPosterior logPosterior, List<Mode> modes, Random random) {
        this.logPosterior = logPosterior;
        this.modes = modes;
        this.random = random;
        for (int i = 0; i < WALKERS; i++) {
            Mode mode = modes.get(i % modes.size());
            thetas[i] = around(mode);
            hypotheses[i] = mode.hypothesis();
            logs[i] = density(thetas[i], hypotheses[i]);
        }
    }

    /** Draws about {@code count} samples of equal weight. */
    List<Sample> draws(int count) {
        for (int step = 0; step < BURN_IN; step++) {
            step();
        }
        var draws = new ArrayList<Sample>();
        int rounds = Math.max(1, count / WALKERS);
        for (int round = 0; round < rounds; round++) {
            for (int step = 0; step < EVERY; step++) {
                step();
            }
            for (int i = 0; i < WALKERS; i++) {
                draws.add(new Sample(thetas[i], hypotheses[i], 1.0 / (rounds * WALKERS)));
            }
        }
        return draws;
    }

    private void step() {
        for (int i = 0; i < WALKERS; i++) {
            if (modes.size() > 1 && random.nextDouble() < CHANGES) {
                change(i);
            } else if (random.nextDouble() < JUMPS) {
                jump(i);
            } else {
                stretch(i);
            }
        }
    }

    private void change(int i) {
        Hypothesis other = modes.get(random.nextInt(modes.size())).hypothesis();
        double log = density(thetas[i], other);
        if (Math.log(random.nextDouble()) < log - logs[i]) {
            hypotheses[i] = other;
            logs[i] = log;
        }
    }

    /** Changes one demand by much or by little and leaves the others: one that the data does not tell takes any value. */
    private void jump(int i) {
        double[] demands = logPosterior.space().demands(thetas[i]);
        demands[random.nextInt(ParameterSpace.DEMANDS)] += FARTHEST * random.nextDouble() * random.nextGaussian();
        double[] moved = logPosterior.space().ofDemands(demands);
        double log = density(moved, hypotheses[i]);
        if (Math.log(random.nextDouble()) < log - logs[i]) {
            thetas[i] = moved;
            logs[i] = log;
        }
    }

    private void stretch(int i) {
        int other = (i + 1 + random.nextInt(WALKERS - 1)) % WALKERS;
        double z = Math.pow((STRETCH - 1) * random.nextDouble() + 1, 2) / STRETCH;
        ParameterSpace space = logPosterior.space();
        double[] moved = random.nextBoolean()
                ? stretched(thetas[i], thetas[other], z)
                : space.ofDemands(stretched(space.demands(thetas[i]), space.demands(thetas[other]), z));
        double log = density(moved, hypotheses[i]);
        if (Math.log(random.nextDouble()) < (moved.length - 1) * Math.log(z) + log - logs[i]) {
            thetas[i] = moved;
            logs[i] = log;
        }
    }

    private static double[] stretched(double[] one, double[] other, double z) {
        double[] moved = new double[one.length];
        for (int k = 0; k < moved.length; k++) {
            moved[k] = other[k] + z * (one[k] - other[k]);
        }
        return moved;
    }

    private double density(double[] theta, Hypothesis hypothesis) {
        double squares = logPosterior.squares(theta, hypothesis);
        return Double.isFinite(squares) ? -squares / 2 : Double.NEGATIVE_INFINITY;
    }

    /** Draws a point near the mode, as its curvature has it, but not farther than its neighbourhood is worth. */
    private double[] around(Mode mode) {
        RealMatrix root = new CholeskyDecomposition(mode.covariance(), 1e-6, 0).getL();
        double[] normal = new double[mode.theta().length];
        for (int k = 0; k < normal.length; k++) {
            normal[k] = random.nextGaussian();
        }
        double[] offset = root.operate(normal);
        double[] theta = mode.theta().clone();
        for (int k = 0; k < theta.length; k++) {
            theta[k] += offset[k];
        }
        return theta;
    }
}
