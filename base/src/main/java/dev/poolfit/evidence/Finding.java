package dev.poolfit.evidence;

import dev.poolfit.units.Message;
import java.util.Locale;
import java.util.Map;

/**
 * A finding: what the evidence shows beside the setting.
 *
 * @param rule the name of the rule that found it, such as {@code database-bound}
 * @param severity its weight for the reader
 * @param evidence the figures that show it, by name, in the units that the names say; finite
 * @param advice the action to take
 */
public record Finding(String rule, Severity severity, Map<String, Double> evidence, Message advice) {
    /** A rule that finds something. Each package that has some lists its own as constants, and nothing else names a rule. */
    public interface Rule {
        String name();

        /** Returns the name in results, such as {@code hold-bound}. */
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

    /** Returns whether {@code other} found it. */
    public boolean is(Rule other) {
        return rule.equals(other.id());
    }

    /** Returns this finding with another severity. */
    public Finding with(Severity other) {
        return new Finding(rule, other, evidence, advice);
    }

    /** Ranks how much a finding matters. */
    public enum Severity {
        INFO,
        WARNING,
        /** Stands before the setting: no pool size mends it. */
        BLOCKING
    }
}
