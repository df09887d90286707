package dev.poolfit.experiment;

import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.Optional;

/**
 * A whole experiment, validated.
 *
 * @param name its name
 * @param subject the service and its database
 * @param load the load of every trial
 * @param scope the knobs to tune and those that are fixed
 * @param aim the goal and its limit
 * @param effort the cost that trials may have
 * @param earlier an earlier table, to be shown beside what is measured now
 */
public record Experiment(
        String name, Subject subject, Load load, Scope scope, Aim aim, Effort effort, Optional<Earlier> earlier) {
    /**
     * The service that is tuned and the database that is observed.
     *
     * @param service the service to tune
     * @param database the database to observe, if it may be
     */
    public record Subject(Service service, Optional<Database> database) {}

    /**
     * The knobs to tune and those that are fixed.
     *
     * @param space the knobs to tune
     * @param fixed settings that hold in every trial
     */
    public record Scope(SearchSpace space, Settings fixed) {}

    /**
     * The goal and its limit.
     *
     * @param goal the goal to reach
     * @param ceiling the fleet's limit on the pool
     */
    public record Aim(Goal goal, Optional<Ceiling> ceiling) {}

    /**
     * The cost that trials may have.
     *
     * @param budget the time that trials may take together
     * @param precision half the width that a trial's throughput interval may have, as a share of the throughput; absent: a
     *     trial takes as long as its plan says
     * @param stop the limits that end a trial at once
     * @param seed the same seed gives the same plan
     */
    public record Effort(Duration budget, Optional<Share> precision, Optional<Stop> stop, long seed) {}

    public Service service() {
        return subject.service();
    }

    public Optional<Database> database() {
        return subject.database();
    }

    public SearchSpace space() {
        return scope.space();
    }

    public Settings fixed() {
        return scope.fixed();
    }

    public Goal goal() {
        return aim.goal();
    }

    public Optional<Ceiling> ceiling() {
        return aim.ceiling();
    }

    public Duration budget() {
        return effort.budget();
    }

    public Optional<Share> precision() {
        return effort.precision();
    }

    public Optional<Stop> stop() {
        return effort.stop();
    }

    public long seed() {
        return effort.seed();
    }

    public Experiment withSpace(SearchSpace other) {
        return new Experiment(name, subject, load, new Scope(other, fixed()), aim, effort, earlier);
    }

    public Experiment withBudget(Duration other) {
        return new Experiment(name, subject, load, scope, aim, new Effort(other, precision(), stop(), seed()), earlier);
    }
}
