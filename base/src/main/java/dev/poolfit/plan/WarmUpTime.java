package dev.poolfit.plan;

import java.time.Duration;

/** Bounds the warm-ups: the shortest, and the share of a budget that they may have. */
public final class WarmUpTime {
    /** The shortest after a start. */
    public static final Duration FIRST = Duration.ofSeconds(8);
    /** The shortest between two settings. */
    public static final Duration BETWEEN = Duration.ofSeconds(2);

    /** A service that is not warm by then will not be. */
    private static final Duration LONGEST = Duration.ofMinutes(5);
    /** The part for a search, whose trials tell of compilation themselves and may be left out as cold. */
    private static final int MOST_OF_BUDGET = 3;
    /** What drifts hits all settings that are compared within the pool alike, and comparisons of a cold service are left out later. */
    private static final Duration WITHIN_POOL = Duration.ofSeconds(60);
    /** Both builds start cold, and turns tell nothing of two that are not equally warm: together half of the budget. */
    private static final int OF_EACH_BUILD = 4;
    /** A bound of an estimate, not of a warm-up: a small budget is refused for its trials, not for its warm-up. */
    private static final int RECKONED_WITH = 6;

    private WarmUpTime() {}

    /** Returns the longest first warm-up: a third of the budget in whole seconds, and at most five minutes. */
    public static Duration longest(Duration budget) {
        return shorter(Duration.ofSeconds(budget.toSeconds() / MOST_OF_BUDGET), LONGEST);
    }

    /** Returns the same before comparisons within the pool: they go on while the service becomes warm. */
    public static Duration beforeWithinPool(Duration budget) {
        return shorter(longest(budget), WITHIN_POOL);
    }

    /** Returns the longest warm-up of each of two builds: a quarter of the budget, and at most five minutes. */
    public static Duration ofEachBuild(Duration budget) {
        return shorter(budget.dividedBy(OF_EACH_BUILD), LONGEST);
    }

    /** Returns the warm-up to reckon with before anything runs: the shortest after a start, at most a sixth of the budget. */
    public static Duration reckoned(Duration budget) {
        return shorter(Duration.ofSeconds(budget.toSeconds() / RECKONED_WITH), FIRST);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
