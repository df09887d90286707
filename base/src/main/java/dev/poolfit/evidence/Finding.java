package dev.poolfit.evidence;

import dev.poolfit.units.Message;
import java.util.Locale;
import java.util.Map;

/**
 * Something that the evidence shows beside the setting.
 *
 * @param rule the name of the rule that found it, such as {@code database-bound}
 * @param severity how much it matters
 * @param evidence the figures that show it, by name, in the units that the names say; finite
 * @param advice what to do
 */
public record Finding(String rule, Severity severity, Map<String, Double> evidence, Message advice) {
    /** What finds something. Each room that does lists its own as constants, and nothing else names a rule. */
    public interface Rule {
        /** The constant's. */
        String name();

        /** The name in results, such as {@code hold-bound}. */
        default String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public Finding {
        evidence = Map.copyOf(evidence);
        evidence.forEach((name, value) -> {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException(name + " must be finite, but is " + value);
            }
        });
    }

    public Finding(Rule rule, Severity severity, Map<String, Double> evidence, Message advice) {
        this(rule.id(), severity, evidence, advice);
    }

    /** Whether this rule found it. */
    public boolean is(Rule other) {
        return rule.equals(other.id());
    }

    /** The same, mattering as much as this. */
    public Finding with(Severity other) {
        return new Finding(rule, other, evidence, advice);
    }

    /** How much a finding matters. */
    public enum Severity {
        INFO,
        WARNING,
        /** Stands before the setting: no pool size mends it. */
        BLOCKING
    }
}
