package dev.poolfit.experiment.file;

import dev.poolfit.experiment.Ceiling;
import dev.poolfit.experiment.CountKnob;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.IntRange;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Finds sections of a file that are sound alone and contradict each other. */
final class Contradictions {
    private final Section root;

    Contradictions(Section root) {
        this.root = root;
    }

    void between(SearchSpace space, Settings fixed, Optional<Ceiling> ceiling) {
        for (Knob knob : space.knobs()) {
            if (fixed.has(knob)) {
                in("fixed", knob.key(), "is tuned as well (tune." + knob.key() + "); keep one");
            }
        }
        Optional<IntRange> pool = space.of(Knob.POOL);
        within(Knob.MINIMUM_IDLE, Knob.POOL, space, fixed);
        within(Knob.MIN_SPARE, Knob.THREADS, space, fixed);
        ceiling.ifPresent(it -> it.maxConnections().ifPresent(most -> {
            int limit = it.poolLimit(most);
            pool.filter(range -> range.low() > limit)
                    .ifPresent(range -> in("tune", "pool", aboveCeiling(limit, range.low())));
            fixed.pool().stream()
                    .filter(size -> size > limit)
                    .forEach(size -> in("fixed", "pool", aboveCeiling(limit, size)));
        }));
    }

    /** Finds more idle connections than connections, or more spare threads than threads. */
    private void within(CountKnob part, CountKnob whole, SearchSpace space, Settings fixed) {
        OptionalInt most = space.of(whole)
                .map(range -> OptionalInt.of(range.high()))
                .orElse(fixed.has(whole) ? OptionalInt.of(fixed.count(whole)) : OptionalInt.empty());
        if (most.isEmpty()) {
            return;
        }
        int limit = most.getAsInt();
        String bound = "must be at most the largest " + whole.key() + ", " + limit + ", but is ";
        if (fixed.has(part) && fixed.count(part) > limit) {
            in("fixed", part.key(), bound + fixed.count(part));
        }
        space.choices().getOrDefault(part, List.of()).stream()
                .map(value -> value.count(part))
                .filter(value -> value > limit)
                .forEach(value -> in("tune", part.key(), bound + value));
    }

    void between(SearchSpace space, Service service) {
        if (!service.launched()) {
            space.choices().keySet().stream()
                    .filter(knob -> !knob.live())
                    .forEach(knob -> in(
                            "tune",
                            knob.key(),
                            "takes a restart of the service, which Poolfit restarts only if it started it; name"
                                    + " service.launch, or restart it yourself with each value of "
                                    + knob.property() + " and tune it anew"));
        }
    }

    /** Returns the message for a pool above the fleet's ceiling. */
    static String aboveCeiling(int limit, int actual) {
        return "must be at most " + limit + ", the ceiling (max_connections × share ÷ instances), but is " + actual;
    }

    void between(Load load, Optional<Goal> goal) {
        if (load.shape() instanceof Load.Open open) {
            goal.flatMap(Goal::throughput)
                    .filter(rate -> rate.compareTo(open.rate()) > 0)
                    .ifPresent(rate -> in(
                            "goal",
                            "throughput",
                            "must be at most load.rate, " + open.rate()
                                    + ", for no more can be served than arrives, but is " + rate));
        }
    }

    void between(Load.Ramp ramp, Optional<Goal> goal) {
        for (String key : List.of("precision", "stop")) {
            if (root.has(key)) {
                root.problem(key, "says nothing of a ramp, which ends where it breaks (load.ramp-until); remove it");
            }
        }
        for (String key : List.of("errors", "p99")) {
            if (root.section("goal").filter(it -> it.has(key)).isPresent()) {
                in("goal", key, "is a limit of the ramp itself; say it as load.ramp-until." + key);
            }
        }
        goal.flatMap(Goal::throughput)
                .filter(wanted ->
                        ramp.rate().filter(top -> wanted.compareTo(top) > 0).isPresent())
                .ifPresent(wanted -> in(
                        "goal",
                        "throughput",
                        "must be at most load.ramp-until.rate, " + ramp.rate().orElseThrow() + ", but is " + wanted));
    }

    private void in(String section, String key, String message) {
        root.section(section).ifPresent(it -> it.problem(key, message));
    }
}
