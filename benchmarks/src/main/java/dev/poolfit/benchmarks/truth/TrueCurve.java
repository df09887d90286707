package dev.poolfit.benchmarks.truth;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** Knows a law's rate at each pool size of its range, and which answers are right. */
final class TrueCurve {
    /** The share of the best that an answer to {@code max} must have. */
    static final double ENOUGH = 0.97;

    private static final double ROOMY = 1.3;
    private static final double STEEP = 0.5;
    private static final double IDLE = 0.95;
    /** The share of the first connections below whose use nobody waits for one. */
    private static final double IN_USE = 0.3;

    private final Law law;
    private final Map<Integer, Double> rates = new ConcurrentHashMap<>();
    private final double best;

    TrueCurve(Law law) {
        this.law = law;
        this.best = pools().parallel().mapToDouble(this::rate).max().orElseThrow();
    }

    /** Returns the responses a second with that pool. */
    double rate(int pool) {
        return rates.computeIfAbsent(pool, size -> LawSimulation.rate(law, size, Law.THREADS));
    }

    double best() {
        return best;
    }

    /** Returns the least rate of an answer; never more than can be had where the best is asked for. */
    double wanted() {
        return law.ask.maximal() ? ENOUGH * best : law.ask.rate();
    }

    boolean reachable() {
        return wanted() <= best;
    }

    /** Returns the smallest pool that gives it; only where it is reachable. */
    int smallest() {
        return pools().filter(pool -> rate(pool) >= wanted()).findFirst().orElseThrow();
    }

    /** Returns the largest pool that is still small enough: one or 30 % above the smallest. */
    int largest() {
        return Math.max(smallest() + 1, (int) (ROOMY * smallest()));
    }

    /** Returns whether the law bears out what a finding says of it, where Poolfit was at that pool. */
    boolean bearsOut(String rule, int pool) {
        return switch (rule) {
            case "hold-bound" -> elasticity(pool) >= STEEP;
            case "load-bound" -> rate(law.ask.most()) * cycle() >= IDLE * law.users.count();
            case "lock-wait", "database-bound" -> law.work.databasePermits() < Work.MANY && elasticity(pool) < STEEP;
            case "coherence" -> law.work.coherence() > 0;
            // Whatever a request does with its connection, its thread sleeps.
            case "held-by-sleep" -> rate(Law.POOL) * law.work.held() >= IN_USE * Law.POOL;
            default -> false;
        };
    }

    /** Returns the growth of the rate in per cent with one per cent more connections. */
    private double elasticity(int pool) {
        int more = Math.max(pool + 1, (int) Math.round(1.2 * pool));
        return Math.log(rate(more) / rate(pool)) / Math.log((double) more / pool);
    }

    /** Returns the seconds from request to request of a user who is alone. */
    private double cycle() {
        return (law.work.alone() + law.users.think()) / 1000;
    }

    private IntStream pools() {
        return IntStream.rangeClosed(law.ask.least(), law.ask.most());
    }

    String line() {
        String sizes = reachable() ? smallest() + "–" + largest() : "none";
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %.1f | %.1f | %s |",
                law.id(),
                law.ask.pool(),
                law.ask.goal(),
                best,
                wanted(),
                sizes);
    }
}
