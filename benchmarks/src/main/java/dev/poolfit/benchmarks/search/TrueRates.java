package dev.poolfit.benchmarks.search;

import dev.poolfit.benchmarks.search.HiddenService.Kind;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Limits;
import dev.poolfit.model.simulation.Start;
import java.util.HashMap;
import java.util.Map;

/**
 * A service's throughput without noise, by long simulations, each run once. Of a service with two steady states it is
 * the mean of both beginnings.
 */
final class TrueRates {
    /** Requests for a standard error of at most 0.6 %. */
    static final int LONG = 30_000;

    /** Requests where a judgement hangs on it: at most 0.35 %. */
    static final int LONGEST = 80_000;

    /** Heavy tails need so many times the requests for the same error. */
    private static final int HEAVY = 4;

    private final HiddenService service;
    private final Map<Limits, Double> known = new HashMap<>();
    private final Map<Limits, Double> precise = new HashMap<>();

    TrueRates(HiddenService service) {
        this.service = service;
    }

    /** Returns the good responses a second in the long run. */
    double of(Settings settings) {
        return known.computeIfAbsent(service.limits(settings), limits -> simulate(limits, LONG, 0));
    }

    /** Returns the good responses a second, more exactly. */
    double preciselyOf(Settings settings) {
        return precise.computeIfAbsent(service.limits(settings), limits -> simulate(limits, LONGEST, 0));
    }

    /**
     * Simulates anew, as long as is said; returns good responses a second.
     *
     * @param salt other than 0, so that choosing by it owes nothing to the luck of the figures above
     */
    double simulate(Limits limits, int requests, long salt) {
        int enough = service.kind() == Kind.HEAVY_TAILED ? HEAVY * requests : requests;
        if (service.kind() != Kind.BISTABLE) {
            return rate(limits, enough, Start.EMPTY, salt);
        }
        return (rate(limits, enough / 2, Start.EMPTY, salt) + rate(limits, enough / 2, Start.FULL, salt)) / 2;
    }

    private double rate(Limits limits, int requests, Start from, long salt) {
        return service.simulate(limits, requests, from, salt).throughput().mean();
    }
}
