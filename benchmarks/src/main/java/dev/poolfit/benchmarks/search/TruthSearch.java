package dev.poolfit.benchmarks.search;

import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Limits;
import dev.poolfit.model.solver.FlowEquivalentSolver;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Finds the truth by simulation: a coarse grid of short simulations and the solver's favourites make a shortlist, of
 * which the neighbours and then the winners are simulated longer and longer. The solver can add settings but not rule
 * any out, and the winner's figure comes from a simulation that had no part in choosing it.
 */
final class TruthSearch {
    private static final int SHORT = 2_500;
    private static final int MEDIUM = 10_000;
    /** Neighbours a grid's step away, and within it. */
    private static final double WIDE = 1.4;

    private static final double NARROW = 1.1;
    /** Nearer than this, a simulation of medium length does not decide. */
    private static final double CLOSE = 0.02;

    private final HiddenService service;
    private final TrueRates rates;
    private final Map<Limits, Double> solved = new HashMap<>();
    private final int[] threads = Space.spread(Space.THREADS, 9);

    TruthSearch(HiddenService service, TrueRates rates) {
        this.service = service;
        this.rates = rates;
    }

    Truth find() {
        List<Settings> grid = cross(Space.spread(Space.POOLS, 8), Space.spread(Space.THREADS, 6));
        List<Settings> first = with(top(grid, SHORT, 4), favourites());
        List<Settings> second = top(first, MEDIUM, 3);
        List<Settings> third = top(with(second, around(second.get(0), WIDE)), MEDIUM, 3);
        Settings winner = top(with(third, around(third.get(0), NARROW)), TrueRates.LONG, 1)
                .get(0);
        double best = rates.preciselyOf(winner);
        return new Truth(best, winner, smallestPool(winner, (1 - Truth.INDIFFERENCE) * best));
    }

    /** Returns the best of some settings by simulation, each limit once. */
    private List<Settings> top(List<Settings> settings, int requests, int count) {
        var seen = new HashSet<Limits>();
        return settings.stream()
                .filter(each -> seen.add(service.limits(each)))
                .map(each -> new Ranked(each, rates.simulate(service.limits(each), requests, requests)))
                .sorted(Comparator.comparingDouble(Ranked::rate).reversed())
                .limit(count)
                .map(Ranked::settings)
                .toList();
    }

    private record Ranked(Settings settings, double rate) {}

    /** Returns the solver's best setting and its smallest pool that is nearly as good. */
    private List<Settings> favourites() {
        List<Settings> all = cross(Space.spread(Space.POOLS, 24), threads);
        Settings best =
                all.stream().max(Comparator.comparingDouble(this::solve)).orElseThrow();
        double enough = 0.995 * solve(best);
        Settings small =
                all.stream().filter(each -> solve(each) >= enough).findFirst().orElseThrow();
        return List.of(best, small);
    }

    private double solve(Settings settings) {
        return solved.computeIfAbsent(
                service.limits(settings),
                limits -> new FlowEquivalentSolver()
                        .solve(service.at(limits), service.workload(), limits)
                        .throughput());
    }

    private static List<Settings> with(List<Settings> some, List<Settings> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /** Returns the settings one step away in each direction, by a ratio and by at least 1. */
    private static List<Settings> around(Settings centre, double ratio) {
        int pool = centre.pool().orElseThrow();
        int threads = centre.threads().orElseThrow();
        return List.of(
                clamped(Math.max(pool + 1, pool * ratio), threads),
                clamped(Math.min(pool - 1, pool / ratio), threads),
                clamped(pool, Math.max(threads + 1, threads * ratio)),
                clamped(pool, Math.min(threads - 1, threads / ratio)));
    }

    /** Finds the smallest pool by bisection up to the winner's; each is tried with several thread counts until one will do. */
    private int smallestPool(Settings winner, double enough) {
        int fails = 0;
        int works = winner.pool().orElseThrow();
        while (works - fails > 1) {
            int pool = (fails + works) / 2;
            if (reaches(pool, winner.threads().orElseThrow(), enough)) {
                works = pool;
            } else {
                fails = pool;
            }
        }
        return works;
    }

    private boolean reaches(int pool, int winners, double enough) {
        int solvers = java.util.Arrays.stream(threads)
                .boxed()
                .max(Comparator.comparingDouble(each -> solve(Settings.ofPoolAndThreads(pool, each))))
                .orElseThrow();
        return Stream.of(winners, solvers, Space.THREADS.clamp(2.0 * winners))
                .map(each -> service.limits(Settings.ofPoolAndThreads(pool, each)))
                .distinct()
                .anyMatch(limits -> reaches(limits, enough));
    }

    private boolean reaches(Limits limits, double enough) {
        double rate = rates.simulate(limits, MEDIUM, 1);
        boolean clear = Math.abs(rate / enough - 1) > CLOSE;
        return (clear ? rate : rates.simulate(limits, TrueRates.LONG, 2)) >= enough;
    }

    private static Settings clamped(double pool, double threads) {
        return Settings.ofPoolAndThreads(Space.POOLS.clamp(pool), Space.THREADS.clamp(threads));
    }

    /** Crosses every pool with every thread count, the smallest pool first. */
    static List<Settings> cross(int[] pools, int[] threads) {
        var all = new ArrayList<Settings>();
        for (int pool : pools) {
            for (int each : threads) {
                all.add(Settings.ofPoolAndThreads(pool, each));
            }
        }
        return all;
    }
}
