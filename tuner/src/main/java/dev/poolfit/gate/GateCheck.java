package dev.poolfit.gate;

import dev.poolfit.units.Message;
import java.util.Locale;

/**
 * A bound that the candidate is held against.
 *
 * @param name the figure that is held against it
 * @param outcome the result
 * @param sentence the figures, with their intervals
 */
public record GateCheck(Name name, Outcome outcome, Message sentence) {
    /** The figure that is held against a bound. */
    public enum Name {
        /** Throughput beside the base, under closed load. */
        THROUGHPUT,
        /** Response time beside the base, under open load. */
        RESPONSE_TIME,
        GOAL_THROUGHPUT,
        GOAL_P99,
        ERRORS;

        /** Returns the name in files, such as {@code goal-p99}. */
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** The result: the bound is shown to be kept, shown not to be, or neither. */
    public enum Outcome {
        PASS,
        FAIL,
        INCONCLUSIVE;

        /** Returns the name in files, such as {@code pass}. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
