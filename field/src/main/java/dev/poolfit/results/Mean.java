package dev.poolfit.results;

import java.util.OptionalDouble;

/** Computes mean and standard deviation of numbers that come one by one (Welford 1962); passes over NaN, the unknown. */
final class Mean {
    private long count;
    private double mean;
    private double squares;

    void add(double value) {
        if (Double.isNaN(value)) {
            return;
        }
        count++;
        double distance = value - mean;
        mean += distance / count;
        squares += distance * (value - mean);
    }

    long count() {
        return count;
    }

    /** Returns empty where every number was unknown. */
    OptionalDouble value() {
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(mean);
    }

    /** Returns the sample standard deviation as a share of the mean; empty for fewer than two numbers. */
    OptionalDouble deviation() {
        return count < 2 ? OptionalDouble.empty() : OptionalDouble.of(Math.sqrt(squares / (count - 1)) / mean);
    }
}
