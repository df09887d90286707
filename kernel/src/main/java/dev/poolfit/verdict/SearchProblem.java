package dev.poolfit.verdict;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Found;
import dev.poolfit.experiment.FoundExperiment;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.TrialCost;
import dev.poolfit.units.IntRange;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The problem that a search solves.
 *
 * @param space the knobs to tune, the pool bounded by the ceiling
 * @param goal the goal
 * @param load the load of every trial
 * @param found pool, threads and what else is tuned as they were at the start
 * @param poolLimit the ceiling on the pool
 * @param budget the time for all trials
 * @param seed the same seed gives the same plan
 * @param housekeeping the time until a new connection timeout holds
 * @param limited whether settings can be compared within the pool, without resizing it
 */
public record SearchProblem(
        SearchSpace space,
        Goal goal,
        Load load,
        Settings found,
        OptionalInt poolLimit,
        Duration budget,
        long seed,
        Duration housekeeping,
        boolean limited) {
    /** Returns the problem of an experiment for the service that was found. */
    public static SearchProblem of(FoundExperiment asked) {
        Experiment experiment = asked.bounded();
        return new SearchProblem(
                experiment.space(),
                experiment.goal(),
                experiment.load(),
                asked.found().settings(),
                asked.found().poolLimit(),
                experiment.budget(),
                experiment.seed(),
                asked.found().housekeeping(),
                asked.found().limited());
    }

    /** The problem for a service with HikariCP's usual housekeeping. */
    public SearchProblem(
            SearchSpace space,
            Goal goal,
            Load load,
            Settings found,
            OptionalInt poolLimit,
            Duration budget,
            long seed) {
        this(space, goal, load, found, poolLimit, budget, seed, Found.USUAL_HOUSEKEEPING, false);
    }

    /** Returns this problem in another space. */
    SearchProblem within(SearchSpace other) {
        return new SearchProblem(other, goal, load, found, poolLimit, budget, seed, housekeeping, limited);
    }

    /** Returns this problem with another time until a new connection timeout holds. */
    public SearchProblem withHousekeeping(Duration other) {
        return new SearchProblem(space, goal, load, found, poolLimit, budget, seed, other, limited);
    }

    /** Returns this problem for a service that takes the limiter. */
    public SearchProblem withLimiter() {
        return new SearchProblem(space, goal, load, found, poolLimit, budget, seed, housekeeping, true);
    }

    /** This problem for pool and threads alone, from other settings; where neither is tuned, the pool stays as it is there. */
    public SearchProblem about(Settings settings) {
        SearchSpace inner = space.ranges().isEmpty()
                ? new SearchSpace(Map.of(
                        Knob.POOL,
                        new IntRange(
                                settings.pool().orElseThrow(), settings.pool().orElseThrow())))
                : new SearchSpace(space.ranges());
        return new SearchProblem(inner, goal, load, settings, poolLimit, budget, seed, housekeeping, limited);
    }

    /** Returns the shortest measurement that narrows the search: a sixtieth of the budget, 3 s to 60 s; a ramp's own time. */
    public Duration searchLength() {
        return load.ramp().isPresent() ? load.ramp().get().over() : clamped(budget.dividedBy(60), 3, 60);
    }

    /** Returns the shortest measurement that confirms: a thirty-sixth of the budget, 5 s to 120 s; a ramp takes its time. */
    public Duration confirmLength() {
        return confirmLength(load, budget);
    }

    static Duration confirmLength(Load load, Duration budget) {
        return load.ramp().isPresent() ? load.ramp().get().over() : clamped(budget.dividedBy(36), 5, 120);
    }

    /** Returns the cost of trials that confirm. */
    public TrialCost cost() {
        return TrialCost.of(load, confirmLength());
    }

    private static Duration clamped(Duration length, long low, long high) {
        return Duration.ofSeconds(Math.max(low, Math.min(high, length.toSeconds())));
    }
}
