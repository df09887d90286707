package dev.poolfit.model;

/**
 * The coefficients of variation of requests' demands: 0 is a constant, 1 an exponential distribution, anything else a lognormal
 * one.
 *
 * @param cpu of every CPU demand; at least 0
 * @param delay of the delay; at least 0
 */
public record Variation(double cpu, double delay) {
    /** Exponential CPU demands, a constant delay. */
    public static final Variation USUAL = new Variation(1, 0);

    public Variation {
        Checks.atLeast("cpu", 0, cpu);
        Checks.atLeast("delay", 0, delay);
    }
}
