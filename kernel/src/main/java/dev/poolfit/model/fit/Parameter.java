package dev.poolfit.model.fit;

import dev.poolfit.evidence.Interval;
import dev.poolfit.units.Message;
import java.util.Locale;

/**
 * A number of the model that was fitted, measured or assumed.
 *
 * @param name such as {@code database CPU a request}
 * @param key its kind, with symbol and unit
 * @param value the estimate with its 95 % interval
 * @param origin its source
 */
public record Parameter(Message name, Key key, Interval value, Origin origin) {
    /** The model's parameters; no two share a symbol. */
    public enum Key {
        HOLD("h", "ms"),
        DELAY("s", "ms"),
        DATABASE_CPU("D", "ms"),
        CPU_HELD("a_in", "ms"),
        CPU_OUTSIDE("a_out", "ms"),
        CONTENTION("σ", ""),
        COHERENCE("κ", ""),
        BARGING("b", ""),
        SERVICE_CORES("c_a", ""),
        DATABASE_CORES("c_d", ""),
        THINK("Z", "ms"),
        RUN_NOISE("CV", "%"),
        REQUESTS_PER_COUNT("ρ", "");

        private final String symbol;
        private final String unit;

        Key(String symbol, String unit) {
            this.symbol = symbol;
            this.unit = unit;
        }

        /** Returns the field's symbol, such as {@code D}. */
        public String symbol() {
            return symbol;
        }

        /** Returns the unit, such as {@code ms}; empty for plain numbers. */
        public String unit() {
            return unit;
        }

        /** Returns the name, such as {@code database CPU}. */
        public Message message() {
            return Message.of("parameter." + name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
    }

    /** The source of a parameter. */
    public enum Origin {
        MEASURED,
        FITTED,
        /** The data does not carry it: the interval is little more than what was known before. */
        NOT_IDENTIFIABLE,
        ASSUMED
    }

    static Parameter of(Key key, Interval value, Origin origin) {
        return new Parameter(key.message(), key, value, origin);
    }

    public String symbol() {
        return key.symbol();
    }

    public String unit() {
        return key.unit();
    }
}
