package dev.poolfit.service;

import dev.poolfit.evidence.Metric;
import java.util.Map;

/** Turns attributes of MBeans into metrics. */
final class Gauge {
    private Gauge() {}

    /** Adds each attribute that is a number of at least 0; MBeans say -1 for what they do not know. */
    static void read(Map<String, ?> attributes, Map<String, Metric> metrics, Map<Metric, Double> into) {
        metrics.forEach((attribute, metric) -> {
            if (attributes.get(attribute) instanceof Number number && number.doubleValue() >= 0) {
                into.put(metric, number.doubleValue());
            }
        });
    }
}
