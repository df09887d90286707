package dev.poolfit.model.fit;

import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Variation;
import java.util.Arrays;

/**
 * The fit's unbounded coordinates and what is known of them before any data: logarithms of demands and logits of
 * shares, with normal priors.
 *
 * <p>Sums such as the hold time are identified by data far better than their parts; so the hold time is a coordinate and its
 * parts are shares of it, which keeps the posterior nearly normal.
 */
final class ParameterSpace {
    static final int HOLD = 0;
    static final int HELD_SHARE = 1;
    static final int DATABASE_SHARE = 2;
    static final int OUTSIDE = 3;
    static final int CONTENTION = 4;
    static final int COHERENCE = 5;
    static final int THINK = 6;
    /** The number of coordinates that are demands. */
    static final int DEMANDS = 4;

    /** The prior of a request's cost: a few milliseconds of CPU, in doubt by a factor of e^1.5. */
    private static final double USUAL_DATABASE_CPU = 0.004;

    private static final double USUAL_HELD = 0.001;
    private static final double USUAL_OUTSIDE = 0.003;
    private static final double DOUBT = 1.5;
    /** The farthest that a coordinate may lie from its start where no demand says so. */
    private static final double FAR = 6;

    private final double[] start;
    private final double[] spread;
    private final double longestThink;

    /**
     * @param hold first guess of the hold time in seconds
     * @param longestThink seconds that the think time cannot exceed; 0 where none is fitted
     */
    ParameterSpace(double hold, double longestThink) {
        this.longestThink = longestThink;
        double[] starts = {
            Math.log(hold),
            logit(Math.min(0.2, USUAL_HELD / hold)),
            logit(Math.min(0.5, USUAL_DATABASE_CPU / hold)),
            Math.log(USUAL_OUTSIDE / hold),
            Math.log(2e-3),
            Math.log(1e-5),
            0
        };
        double[] spreads = {DOUBT, FAR, FAR, FAR, 2, 2.5, 2};
        int size = longestThink > 0 ? starts.length : starts.length - 1;
        start = Arrays.copyOf(starts, size);
        spread = Arrays.copyOf(spreads, size);
    }

    int size() {
        return start.length;
    }

    double[] start() {
        return start.clone();
    }

    /** Returns the point of these demands in seconds, all else as before any data. */
    double[] at(double hold, double held, double database, double outside) {
        double[] theta = start();
        theta[HOLD] = Math.log(hold);
        theta[HELD_SHARE] = logit(share(held / hold));
        theta[DATABASE_SHARE] = logit(share(database / Math.max(hold - held, 1e-6)));
        theta[OUTSIDE] = Math.log(Math.max(outside, 1e-6) / hold);
        return theta;
    }

    /**
     * Returns the point with the logarithms of delay, CPU while held, database CPU and CPU outside in place of the hold time, its
     * shares and the ratio to it. Volumes are the same in both (the determinant of the change is 1), and so are densities.
     */
    double[] demands(double[] theta) {
        double[] demands = theta.clone();
        double withoutHeld = theta[HOLD] + logOfLogistic(-theta[HELD_SHARE]);
        demands[0] = withoutHeld + logOfLogistic(-theta[DATABASE_SHARE]);
        demands[1] = theta[HOLD] + logOfLogistic(theta[HELD_SHARE]);
        demands[2] = withoutHeld + logOfLogistic(theta[DATABASE_SHARE]);
        demands[3] = theta[HOLD] + theta[OUTSIDE];
        return demands;
    }

    /** Returns the point of such demands. */
    double[] ofDemands(double[] demands) {
        double[] theta = demands.clone();
        double withoutHeld = Math.log(exp(demands[0]) + exp(demands[2]));
        theta[HOLD] = Math.log(exp(withoutHeld) + exp(demands[1]));
        theta[HELD_SHARE] = demands[1] - withoutHeld;
        theta[DATABASE_SHARE] = demands[2] - demands[0];
        theta[OUTSIDE] = demands[3] - theta[HOLD];
        return theta;
    }

    private static double logOfLogistic(double x) {
        return x > 0 ? -Math.log1p(exp(-x)) : x - Math.log1p(exp(x));
    }

    private static double share(double value) {
        return Math.max(0.005, Math.min(0.98, value));
    }

    /** Returns the prior standard deviation of a coordinate, about. */
    double spread(int coordinate) {
        return coordinate >= HELD_SHARE && coordinate <= OUTSIDE ? DOUBT : spread[coordinate];
    }

    /** Returns the number of figures that tell how far a point lies from the priors. */
    int surprises() {
        return size() + 3;
    }

    /** Writes how far a point lies from the priors, in standard deviations. */
    void surprises(double[] theta, double[] all, int at) {
        for (int i = 0; i < size(); i++) {
            all[at + i] = (theta[i] - start[i]) / spread[i];
        }
        double hold = exp(theta[HOLD]);
        double held = hold * logistic(theta[HELD_SHARE]);
        all[at + size()] = Math.log(held / USUAL_HELD) / DOUBT;
        all[at + size() + 1] = Math.log(databaseCpu(theta) / USUAL_DATABASE_CPU) / DOUBT;
        all[at + size() + 2] = Math.log(hold * exp(theta[OUTSIDE]) / USUAL_OUTSIDE) / DOUBT;
    }

    double think(double[] theta) {
        return longestThink > 0 ? longestThink * logistic(theta[THINK]) : 0;
    }

    ServiceModel model(double[] theta, Hypothesis hypothesis, double barging) {
        double hold = exp(theta[HOLD]);
        double held = hold * logistic(theta[HELD_SHARE]);
        double database = (hold - held) * logistic(theta[DATABASE_SHARE]);
        double delay = hold - held - database;
        double outside = hold * exp(theta[OUTSIDE]);
        boolean shared = hypothesis.sharedCores();
        return new ServiceModel(
                new Demand(
                        outside,
                        shared ? held + database : held,
                        shared ? 0 : database,
                        Math.max(0, delay),
                        hypothesis.acquisitions(),
                        hypothesis.openInView()),
                new Capacity(
                        hypothesis.serviceCores(),
                        hypothesis.databaseCores(),
                        exp(theta[CONTENTION]),
                        exp(theta[COHERENCE])),
                barging,
                Variation.USUAL);
    }

    /** Returns the database's CPU a request, in seconds, on whichever cores. */
    double databaseCpu(double[] theta) {
        double hold = exp(theta[HOLD]);
        return hold * (1 - logistic(theta[HELD_SHARE])) * logistic(theta[DATABASE_SHARE]);
    }

    private static double exp(double x) {
        return Math.exp(Math.max(-40, Math.min(40, x)));
    }

    private static double logit(double share) {
        return Math.log(share / (1 - share));
    }

    private static double logistic(double x) {
        return 1 / (1 + exp(-x));
    }
}
