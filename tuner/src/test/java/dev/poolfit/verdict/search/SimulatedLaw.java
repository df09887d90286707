package dev.poolfit.verdict.search;

import dev.poolfit.model.Limits;

/** What a simulated service gives by another law than the model's. */
final class SimulatedLaw {
    /** What a small pool lacks of its throughput in short slices, by the logarithm of the ratio of sizes. */
    static final double LAG = 0.046;

    private SimulatedLaw() {}

    /** What a small pool lacks of its throughput in short slices grows with the logarithm of the ratio of sizes. */
    record LagOfSmallPools() implements SimulatedQueue.Law {
        @Override
        public double throughput(Limits limits, double rate) {
            return rate;
        }

        @Override
        public double inShortSlices(int pool, int largest) {
            return Math.pow((double) pool / largest, LAG);
        }
    }

    /**
     * A throughput that comes near to its highest with the pool, by whatever law.
     *
     * @param lost by a single connection, as a share of what it gives
     * @param power of the pool by which that falls
     * @param lag what a small pool lacks of it in short slices, by the logarithm of the ratio of sizes
     */
    record Slope(double lost, double power, double lag) implements SimulatedQueue.Law {
        private static final double HIGHEST = 2500;

        @Override
        public double throughput(Limits limits, double rate) {
            return HIGHEST / (1 + lost * Math.pow(limits.pool(), -power));
        }

        @Override
        public double inShortSlices(int pool, int largest) {
            return Math.pow((double) pool / largest, lag);
        }
    }
}
