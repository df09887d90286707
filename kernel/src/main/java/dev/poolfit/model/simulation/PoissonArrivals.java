package dev.poolfit.model.simulation;

/** Requests at random, answered or not. */
final class PoissonArrivals extends Arrivals {
    private final double interval;
    private final DemandSampler exponential;
    private final int initial;

    PoissonArrivals(double rate, int initial, DemandSampler exponential) {
        interval = 1 / rate;
        this.initial = initial;
        this.exponential = exponential;
        nextAt = exponential.next(interval);
    }

    @Override
    int initial() {
        return initial;
    }

    @Override
    int most() {
        return Integer.MAX_VALUE;
    }

    @Override
    boolean next(double now) {
        nextAt = now + exponential.next(interval);
        return true;
    }

    @Override
    boolean answered(double now) {
        return false;
    }
}
