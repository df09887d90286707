package dev.poolfit.gate;

import dev.poolfit.units.Message;
import java.util.Locale;

/**
 * One bound that the candidate is held against.
 *
 * @param name what is held against it
 * @param outcome what came of it
 * @param sentence the figures, with their intervals
 */
public record GateCheck(Name name, Outcome outcome, Message sentence) {
    /** What is held against a bound. */
    public enum Name {
        /** Under closed load, beside the base. */
        THROUGHPUT,
        /** Under open load, beside the base. */
        RESPONSE_TIME,
        GOAL_THROUGHPUT,
        GOAL_P99,
        ERRORS;

        /** Such as {@code goal-p99}. */
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Whether a bound is kept: shown to be, shown not to be, or neither. */
    public enum Outcome {
        PASS,
        FAIL,
        INCONCLUSIVE;

        /** Such as {@code pass}. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
