package dev.poolfit.model.fit;

import dev.poolfit.model.fit.Posterior.Mode;
import dev.poolfit.model.fit.Posterior.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.RealMatrix;

/**
 * Walkers that draw from the posterior by stretching along lines through one another (Goodman and Weare, Ensemble
 * samplers with affine invariance, 2010), which long and narrow ridges do not slow down; now and then a walker changes
 * to another hypothesis instead.
 */
final class EnsembleSampler {
    private static final int WALKERS = 32;
    private static final int BURN_IN = 40;
    private static final int EVERY = 4;
    private static final double STRETCH = 2;
    private static final double CHANGES = 0.2;

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

    /** About so many draws of equal weight. */
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

    private void stretch(int i) {
        int other = (i + 1 + random.nextInt(WALKERS - 1)) % WALKERS;
        double z = Math.pow((STRETCH - 1) * random.nextDouble() + 1, 2) / STRETCH;
        double[] moved = new double[thetas[i].length];
        for (int k = 0; k < moved.length; k++) {
            moved[k] = thetas[other][k] + z * (thetas[i][k] - thetas[other][k]);
        }
        double log = density(moved, hypotheses[i]);
        if (Math.log(random.nextDouble()) < (moved.length - 1) * Math.log(z) + log - logs[i]) {
            thetas[i] = moved;
            logs[i] = log;
        }
    }

    private double density(double[] theta, Hypothesis hypothesis) {
        double squares = logPosterior.squares(theta, hypothesis);
        return Double.isFinite(squares) ? -squares / 2 : Double.NEGATIVE_INFINITY;
    }

    /** A point near the mode, as its curvature has it, but not farther than its neighbourhood is worth. */
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
