package dev.poolfit.benchmarks.truth;

import org.apache.commons.statistics.distribution.LogNormalDistribution;

/**
 * The work of a request on its worker thread: something outside the hold, then with a connection the database's part, then a
 * delay. Permits stand for cores; a part with {@link #MANY} of them is a delay that nobody queues for.
 *
 * @param outside mean time before the hold, in milliseconds
 * @param outsidePermits the most requests in that part at once
 * @param database mean time of the database's part with nobody else there, in milliseconds
 * @param databasePermits the most requests in that part at once
 * @param coherence κ: the database's part takes 1 + κn(n−1) times as long when it is the n-th there, the waiting included
 * @param delay mean time of the hold that nobody queues for, in milliseconds
 * @param varying whether times are drawn from a lognormal distribution with a coefficient of variation of 0.3, as of queries of
 *     one kind; else all are the mean
 */
record Work(
        double outside,
        int outsidePermits,
        double database,
        int databasePermits,
        double coherence,
        double delay,
        boolean varying) {
    static final int MANY = Integer.MAX_VALUE;
    private static final double VARIANCE = Math.log1p(0.3 * 0.3);
    private static final LogNormalDistribution TIMES = LogNormalDistribution.of(-VARIANCE / 2, Math.sqrt(VARIANCE));

    /** Work whose holds all take {@code delay} milliseconds. */
    static Work holding(double delay) {
        return new Work(0, MANY, 0, MANY, 0, delay, false);
    }

    Work outside(double time, int permits) {
        return new Work(time, permits, database, databasePermits, coherence, delay, varying);
    }

    Work database(double time, int permits) {
        return new Work(outside, outsidePermits, time, permits, coherence, delay, varying);
    }

    Work crowding(double kappa) {
        return new Work(outside, outsidePermits, database, databasePermits, kappa, delay, varying);
    }

    /** Returns this work with times that differ. */
    Work drawn() {
        return new Work(outside, outsidePermits, database, databasePermits, coherence, delay, true);
    }

    /** Returns a time with this mean, in the mean's unit. */
    double draw(double mean, double uniform) {
        return varying ? mean * TIMES.inverseCumulativeProbability(uniform) : mean;
    }

    /** Returns the factor of the database's time for the n-th there. */
    double slowdown(int n) {
        return 1 + coherence * n * (n - 1.0);
    }

    /** Returns the seconds that a request which is alone holds its connection. */
    double held() {
        return (database + delay) / 1000;
    }

    /** Returns the milliseconds of a request that is alone. */
    double alone() {
        return outside + database + delay;
    }
}
