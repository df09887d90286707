package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.SearchProblem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What the rules of a search look at: the question, the trials so far, and what is left of the budget. */
class Evidence {
    /** The rule that comes before all others. */
    static final Rule<Evidence> INITIAL_SETTINGS = Rule.of("initial-settings", Evidence::initialSettings);

    /** Nothing is recommended that was run less often. */
    static final int LEAST_RUNS = 2;
    /** What is not certain after so many runs is left open. */
    static final int MOST_RUNS = 5;

    private final SearchProblem problem;
    private final List<Trial> trials;
    private final Duration left;
    private final Neighbourhood near;

    Evidence(SearchProblem problem, List<Trial> trials, Duration left) {
        this.problem = problem;
        this.trials = trials;
        this.left = left;
        near = new Neighbourhood(problem, trials);
    }

    final SearchProblem problem() {
        return problem;
    }

    final List<Trial> trials() {
        return trials;
    }

    final Duration left() {
        return left;
    }

    final Neighbourhood near() {
        return near;
    }

    private Optional<Move> initialSettings() {
        return trials.stream().anyMatch(trial -> trial.role() == Role.BASELINE)
                ? Optional.empty()
                : tried(initial(), Duration.ZERO);
    }

    /** One trial of the initial settings. */
    final TrialPlan initial() {
        return TrialPlan.single(Role.BASELINE, problem.found(), problem.confirmLength());
    }

    final boolean seen(Settings settings) {
        return trials.stream().anyMatch(trial -> trial.settings().equals(settings));
    }

    /** What so many trials that confirm take. */
    final Duration cost(int trials) {
        return problem.cost().of(trials);
    }

    final boolean affordable(int trials) {
        return left.compareTo(cost(trials)) >= 0;
    }

    /** A plan that costs as much as so many trials that confirm. */
    final Optional<Move> tried(TrialPlan plan, int trials) {
        return tried(plan, cost(trials));
    }

    static Optional<Move> tried(TrialPlan plan, Duration cost) {
        return Optional.of(new Move.Try(plan, cost));
    }

    static Optional<Move> said(Decision decision) {
        return Optional.of(new Move.Say(decision));
    }
}
