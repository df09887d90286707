package dev.poolfit.experiment;

import dev.poolfit.units.Durations;
import dev.poolfit.units.IntRange;
import java.time.Duration;
import java.util.Optional;

/** Finds sections of a file that are sound alone and contradict each other. */
final class Contradictions {
    private final Section root;

    Contradictions(Section root) {
        this.root = root;
    }

    void between(SearchSpace space, Settings fixed, Optional<Ceiling> ceiling) {
        for (Knob knob : space.ranges().keySet()) {
            if (fixed.has(knob)) {
                in("fixed", knob.key(), "is tuned as well (tune." + knob.key() + "); keep one");
            }
        }
        Optional<IntRange> pool = space.of(Knob.POOL);
        pool.ifPresent(range -> {
            if (fixed.has(Knob.MINIMUM_IDLE) && fixed.get(Knob.MINIMUM_IDLE) > range.high()) {
                in(
                        "fixed",
                        "minimum-idle",
                        "must be at most the largest pool, " + range.high() + ", but is "
                                + fixed.get(Knob.MINIMUM_IDLE));
            }
        });
        ceiling.ifPresent(it -> it.maxConnections().ifPresent(most -> {
            int limit = it.poolLimit(most);
            pool.filter(range -> range.low() > limit)
                    .ifPresent(range -> in("tune", "pool", aboveCeiling(limit, range.low())));
            fixed.pool().stream()
                    .filter(size -> size > limit)
                    .forEach(size -> in("fixed", "pool", aboveCeiling(limit, size)));
        }));
    }

    /** The message for a pool above the fleet's ceiling. */
    static String aboveCeiling(int limit, int actual) {
        return "must be at most " + limit + ", the ceiling (max_connections × share ÷ instances), but is " + actual;
    }

    void between(Load load, Optional<Goal> goal, Duration budget) {
        if (load.shape() instanceof Load.Open open) {
            goal.flatMap(Goal::throughput)
                    .filter(rate -> rate.compareTo(open.rate()) > 0)
                    .ifPresent(rate -> in(
                            "goal",
                            "throughput",
                            "must be at most load.rate, " + open.rate()
                                    + ", for no more can be served than arrives, but is " + rate));
        }
        if (load.shape() instanceof Load.Stages stages && stages.length().compareTo(budget) > 0) {
            in(
                    "load",
                    "stages",
                    "must fit the budget of " + Durations.format(budget) + ", but take "
                            + Durations.format(stages.length()) + " in each trial");
        }
    }

    private void in(String section, String key, String message) {
        root.section(section).ifPresent(it -> it.problem(key, message));
    }
}
