package dev.poolfit.verdict;

import dev.poolfit.units.Message;
import java.util.Map;

/**
 * Something that the evidence shows beside the setting.
 *
 * @param rule its name, such as {@code database-bound}
 * @param severity how much it matters
 * @param evidence the figures that show it, by name, in the units that the names say; finite
 * @param advice what to do
 */
public record Finding(String rule, Severity severity, Map<String, Double> evidence, Message advice) {
    public Finding {
        evidence = Map.copyOf(evidence);
        evidence.forEach((name, value) -> {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException(name + " must be finite, but is " + value);
            }
        });
    }

    /** How much a finding matters. */
    public enum Severity {
        INFO,
        WARNING,
        /** Stands before the setting: no pool size mends it. */
        BLOCKING
    }
}
