package dev.poolfit.verdict.comparison;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;

/**
 * Predicts the rate of each value of a knob as a multiple of the best: the model's curve, drawn through what was seen as far as
 * noise lets it; without a model straight lines between what was seen, and in proportion below all of that.
 */
public final class Expectation {
    /** The error of the model, as a standard deviation on the log scale. */
    private static final double MODEL_ERROR = 0.03;

    private final NavigableMap<Integer, Double> logs = new TreeMap<>();
    private final Optional<IntToDoubleFunction> curve;

    /**
     * @param ratio seen as a multiple of the best; above 0
     * @param error its standard error on the log scale
     */
    public record Seen(double ratio, double error) {}

    /**
     * @param seen by value; with none, ratios are those of the curve among each other
     * @param curve the model's throughput by value, above 0; empty where no model describes the service
     */
    public Expectation(NavigableMap<Integer, Seen> seen, Optional<IntToDoubleFunction> curve) {
        this.curve = curve;
        double sum = 0;
        double weights = 0;
        for (var each : seen.entrySet()) {
            double weight = trust(each.getValue().error());
            sum += weight * off(each.getKey(), each.getValue());
            weights += weight;
        }
        double level = weights == 0 ? 0 : sum / weights;
        seen.forEach((value, each) -> {
            double kept = curve.isPresent() ? MODEL_ERROR * MODEL_ERROR * trust(each.error()) : 1;
            logs.put(value, level + kept * (off(value, each) - level));
        });
    }

    /** Returns the distance of what was seen above the curve, on the log scale. */
    private double off(int value, Seen seen) {
        return Math.log(seen.ratio()) - shape(value);
    }

    private static double trust(double error) {
        return 1 / (MODEL_ERROR * MODEL_ERROR + error * error);
    }

    private double shape(int value) {
        return curve.map(each -> Math.log(each.applyAsDouble(value))).orElse(0.0);
    }

    public boolean guided() {
        return curve.isPresent();
    }

    /** Predicts the rate at a value as a multiple of the best; above 0. */
    public double ratio(int value) {
        if (logs.isEmpty()) {
            return Math.exp(shape(value));
        }
        Map.Entry<Integer, Double> below = logs.floorEntry(value);
        Map.Entry<Integer, Double> above = logs.ceilingEntry(value);
        double off;
        if (below == null) {
            off = above.getValue() + (guided() ? 0 : Math.log((double) value / above.getKey()));
        } else if (above == null) {
            off = below.getValue();
        } else {
            double whole = Math.log((double) above.getKey() / below.getKey());
            double part = whole == 0 ? 0 : Math.log((double) value / below.getKey()) / whole;
            off = (1 - part) * below.getValue() + part * above.getValue();
        }
        return Math.exp(off + shape(value));
    }
}
