package dev.poolfit.trial;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.experiment.Load;
import java.util.List;
import java.util.Optional;

/**
 * Tells when a growing load breaks the service, and which rate the service carried before.
 *
 * <p>It breaks where, over {@value #WINDOW} s and beyond chance (Wilson's interval), more requests fail than the limit
 * or more than 1 % take longer than the 99th percentile's limit; under open load also where in each of these seconds
 * fewer than nine of ten requests that were due have ended.
 */
record RampWatch(Load.Ramp ramp) {
    /** Seconds that are looked at together. */
    static final int WINDOW = 3;

    private static final double KEPT_UP = 0.9;
    private static final double SLOWEST = 0.01;
    /** The requests due in a second below which one that is still under way makes the service look late. */
    private static final int FEW = 10;

    /** Returns what broke in the last seconds, if anything did. */
    Optional<Flag> broken(List<ClientSecond> client) {
        if (client.size() < WINDOW) {
            return Optional.empty();
        }
        List<ClientSecond> window = client.subList(client.size() - WINDOW, client.size());
        if (failing(window)) {
            return Optional.of(Flag.BROKE_BY_ERRORS);
        }
        if (slow(window)) {
            return Optional.of(Flag.BROKE_BY_P99);
        }
        boolean behind = ramp.rate().isPresent()
                && window.stream().allMatch(second -> second.due() >= FEW && ended(second) < KEPT_UP * second.due());
        return behind ? Optional.of(Flag.FELL_BEHIND) : Optional.empty();
    }

    private boolean failing(List<ClientSecond> window) {
        long failed = window.stream().mapToLong(ClientSecond::failed).sum();
        long all = failed + window.stream().mapToLong(ClientSecond::good).sum();
        return all > 0 && Statistics.share(failed, all).low() > ramp.errors().fraction();
    }

    private boolean slow(List<ClientSecond> window) {
        if (ramp.p99().isEmpty()) {
            return false;
        }
        long limit = ramp.p99().get().toNanos() / 1000;
        long all = window.stream()
                .mapToLong(second -> second.latency().getTotalCount())
                .sum();
        long slow = window.stream()
                .mapToLong(second -> second.latency().getCountBetweenValues(limit + 1, Long.MAX_VALUE))
                .sum();
        return all > 0 && Statistics.share(slow, all).low() > SLOWEST;
    }

    private static long ended(ClientSecond second) {
        return second.good() + second.failed();
    }

    /**
     * Returns the highest rate of good responses a second over {@value #WINDOW} s that kept the limits, with the
     * interval that the count alone gives it (Poisson); 0 where there were none.
     */
    Interval carried(List<ClientSecond> client) {
        long most = 0;
        for (int from = 0; from + WINDOW <= client.size(); from++) {
            List<ClientSecond> window = client.subList(from, from + WINDOW);
            if (!failing(window) && !slow(window)) {
                most = Math.max(
                        most, window.stream().mapToLong(ClientSecond::good).sum());
            }
        }
        double rate = (double) most / WINDOW;
        double half = Statistics.Z * Math.sqrt(most) / WINDOW;
        return new Interval(rate, Math.max(0, rate - half), rate + half);
    }
}
