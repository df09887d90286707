package dev.poolfit.verdict.search;

/** How often something may happen by chance. */
final class Chance {
    /** A sound program fails a test that is bounded so once in a thousand times. */
    private static final double SURE = 0.999;

    private Chance() {}

    /**
     * The most that may happen in so many runs, each with the same chance: the 99.9 % quantile of the binomial distribution.
     *
     * @param share from 0 to 1
     */
    static int most(int runs, double share) {
        double exactly = Math.pow(1 - share, runs);
        double atMost = exactly;
        int most = 0;
        while (atMost < SURE) {
            exactly *= (double) (runs - most) / (most + 1) * share / (1 - share);
            most++;
            atMost += exactly;
        }
        return most;
    }
}
