package dev.poolfit.evidence;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The readings of one second of a trial.
 *
 * @param second whole seconds since the trial's load started, from 0
 * @param values the readings; finite
 */
public record Sample(int second, Map<Metric, Double> values) {
    public Sample {
        var copy = new EnumMap<Metric, Double>(Metric.class);
        values.forEach((metric, value) -> {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException(metric.key() + " must be finite, but is " + value);
            }
            copy.put(metric, value);
        });
        values = Collections.unmodifiableMap(copy);
    }

    public OptionalDouble get(Metric metric) {
        Double value = values.get(metric);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
