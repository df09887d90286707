package dev.poolfit.model;

import dev.poolfit.evidence.Interval;
import dev.poolfit.units.Sentence;

/**
 * A number of the model that was fitted, measured or assumed.
 *
 * @param name such as {@code database CPU a request}
 * @param symbol such as {@code D}
 * @param unit such as {@code ms}; empty for plain numbers
 * @param value the estimate with its 95 % interval
 * @param origin where it is from
 */
public record Parameter(Sentence name, String symbol, String unit, Interval value, Origin origin) {
    /** Where a parameter is from. */
    public enum Origin {
        MEASURED,
        FITTED,
        /** The data does not carry it: the interval is little more than what was known before. */
        NOT_TOLD,
        ASSUMED
    }
}
