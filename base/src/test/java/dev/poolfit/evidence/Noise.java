package dev.poolfit.evidence;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/** Seeded series whose truth is known. */
final class Noise {
    private Noise() {}

    /**
     * A first-order autoregression of standard normal values, each shaped.
     *
     * @param correlation of neighbours, from 0 to below 1
     */
    static double[] autoregression(long seed, int length, double correlation, DoubleUnaryOperator shape) {
        var random = new Random(seed);
        double[] series = new double[length];
        double state = random.nextGaussian();
        for (int i = 0; i < length; i++) {
            state = correlation * state + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
            series[i] = shape.applyAsDouble(state);
        }
        return series;
    }

    /** The sum of exponential values of mean 1, as many as the degree: the fewer, the more askew. */
    static double[] gamma(long seed, int length, int degree) {
        var random = new Random(seed);
        double[] series = new double[length];
        for (int i = 0; i < length; i++) {
            for (int k = 0; k < degree; k++) {
                series[i] -= Math.log(1 - random.nextDouble());
            }
        }
        return series;
    }
}
