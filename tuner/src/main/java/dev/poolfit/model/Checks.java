package dev.poolfit.model;

/** Bounds that the model's numbers keep; NaN and infinity keep none. */
final class Checks {
    private Checks() {}

    static void atLeast(String name, double least, double value) {
        if (!(value >= least && Double.isFinite(value))) {
            throw new IllegalArgumentException(name + " must be at least " + least + " and finite, but is " + value);
        }
    }

    static void within(String name, double least, double most, double value) {
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException(name + " must be from " + least + " to " + most + ", but is " + value);
        }
    }
}
