package dev.poolfit.experiment;

import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.Optional;

/**
 * A whole experiment, validated.
 *
 * @param name what people call it
 * @param service the service to tune
 * @param database the database to observe, if it may be
 * @param load the load of every trial
 * @param space the knobs to tune
 * @param fixed settings that hold in every trial
 * @param goal what to reach
 * @param ceiling the fleet's limit on the pool
 * @param budget the time that trials may take together
 * @param precision half the width that a trial's throughput interval may have, as a share of the throughput; absent: a
 *     trial takes as long as its plan says
 * @param stop what ends a trial at once
 * @param earlier what was measured before, to be shown beside what is measured now
 * @param seed the same seed gives the same plan
 */
public record Experiment(
        String name,
        Service service,
        Optional<Database> database,
        Load load,
        SearchSpace space,
        Settings fixed,
        Goal goal,
        Optional<Ceiling> ceiling,
        Duration budget,
        Optional<Share> precision,
        Optional<Stop> stop,
        Optional<Earlier> earlier,
        long seed) {

    /** This experiment with another budget. */
    public Experiment withBudget(Duration other) {
        return new Experiment(
                name, service, database, load, space, fixed, goal, ceiling, other, precision, stop, earlier, seed);
    }
}
