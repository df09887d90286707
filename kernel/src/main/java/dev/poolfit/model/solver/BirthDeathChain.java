package dev.poolfit.model.solver;

/**
 * Steady states of birth–death processes from the ratios of neighbouring states, as shares and not as weights, so that
 * nothing overflows however many states there are.
 */
final class BirthDeathChain {
    private static final double LEAST = 1e-290;

    private BirthDeathChain() {}

    /**
     * Returns the share of state n among 0…n.
     *
     * @param last the share of state n−1 among 0…n−1
     * @param ratio the weight of state n ÷ that of state n−1
     */
    static double shareOfNext(double last, double ratio) {
        double weight = ratio * last;
        return weight > 1e300 ? 1 : Math.max(LEAST, weight / (1 + weight));
    }

    /**
     * Returns the mean over all states, from the means over 0…n and over n and above, which share state n.
     *
     * @param inLower the share of state n among 0…n
     * @param lower the mean over 0…n
     * @param inUpper the share of state n among n and above
     * @param upper the mean over n and above
     * @param there the value in state n
     */
    static double join(double inLower, double lower, double inUpper, double upper, double there) {
        double both = inLower * inUpper;
        return (inUpper * lower + inLower * upper - both * there) / (inUpper + inLower - both);
    }
}
