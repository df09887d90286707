package dev.poolfit.model.fit;

import dev.poolfit.evidence.Interval;
import java.util.Arrays;
import java.util.Comparator;

/** Values with weights that add up to 1. */
final class WeightedSample {
    private final double[] values;
    private final double[] weights;

    WeightedSample(double[] values, double[] weights) {
        Integer[] order = new Integer[values.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble(i -> values[i]));
        this.values = Arrays.stream(order).mapToDouble(i -> values[i]).toArray();
        this.weights = Arrays.stream(order).mapToDouble(i -> weights[i]).toArray();
    }

    double quantile(double share) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += weights[i];
            if (sum >= share) {
                return values[i];
            }
        }
        return values[values.length - 1];
    }

    /** Returns the median with the 95 % interval. */
    Interval interval() {
        double middle = quantile(0.5);
        return new Interval(middle, Math.min(middle, quantile(0.025)), Math.max(middle, quantile(0.975)));
    }

    double deviation() {
        double mean = 0;
        double square = 0;
        for (int i = 0; i < values.length; i++) {
            mean += weights[i] * values[i];
            square += weights[i] * values[i] * values[i];
        }
        return Math.sqrt(Math.max(0, square - mean * mean));
    }
}
