package dev.poolfit.experiment;

import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.Optional;

/**
 * A whole experiment, validated.
 *
 * @param name what people call it
 * @param subject what is tuned and observed
 * @param load the load of every trial
 * @param scope what may change and what may not
 * @param aim what to reach, and within which limit
 * @param effort what trials may cost
 * @param earlier what was measured before, to be shown beside what is measured now
 */
public record Experiment(
        String name, Subject subject, Load load, Scope scope, Aim aim, Effort effort, Optional<Earlier> earlier) {
    /**
     * What is tuned and observed.
     *
     * @param service the service to tune
     * @param database the database to observe, if it may be
     */
    public record Subject(Service service, Optional<Database> database) {}

    /**
     * What may change and what may not.
     *
     * @param space the knobs to tune
     * @param fixed settings that hold in every trial
     */
    public record Scope(SearchSpace space, Settings fixed) {}

    /**
     * What to reach, and within which limit.
     *
     * @param goal what to reach
     * @param ceiling the fleet's limit on the pool
     */
    public record Aim(Goal goal, Optional<Ceiling> ceiling) {}

    /**
     * What trials may cost.
     *
     * @param budget the time that trials may take together
     * @param precision half the width that a trial's throughput interval may have, as a share of the throughput; absent:
     *     a trial takes as long as its plan says
     * @param stop what ends a trial at once
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

    /** This experiment with other knobs to tune. */
    public Experiment withSpace(SearchSpace other) {
        return new Experiment(name, subject, load, new Scope(other, fixed()), aim, effort, earlier);
    }

    /** This experiment with another budget. */
    public Experiment withBudget(Duration other) {
        return new Experiment(name, subject, load, scope, aim, new Effort(other, precision(), stop(), seed()), earlier);
    }
}
