package dev.poolfit.benchmarks.truth;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/** The course of a service's speed. All its times shrink alike, so that no pool gains by it. */
enum Speed {
    STEADY,
    /** From half speed at the first request, 95 % of the way within 60 s. */
    WARMING,
    /** Wanders around 1: a standard deviation of 15 %, forgotten within 5 s (first-order autoregression). */
    DRIFTING;

    private static final double WARM_SECONDS = 20;
    private static final double DEVIATION = 0.15;
    private static final double MEMORY_SECONDS = 5;
    private static final double STEP_SECONDS = 0.1;
    private static final int STEPS = 36_000;

    /** Returns the speed as a function of seconds since the first request; a function's own state is not changed by calls. */
    DoubleUnaryOperator course(long seed) {
        return switch (this) {
            case STEADY -> seconds -> 1;
            case WARMING -> seconds -> 1 - 0.5 * Math.exp(-seconds / WARM_SECONDS);
            case DRIFTING -> drift(new Random(seed));
        };
    }

    private static DoubleUnaryOperator drift(Random random) {
        double kept = Math.exp(-STEP_SECONDS / MEMORY_SECONDS);
        double[] speeds = new double[STEPS];
        double at = random.nextGaussian();
        for (int step = 0; step < STEPS; step++) {
            speeds[step] = Math.exp(DEVIATION * at - DEVIATION * DEVIATION / 2);
            at = kept * at + Math.sqrt(1 - kept * kept) * random.nextGaussian();
        }
        return seconds -> speeds[(int) (seconds / STEP_SECONDS) % STEPS];
    }
}
