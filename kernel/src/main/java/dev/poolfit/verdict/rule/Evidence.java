package dev.poolfit.verdict.rule;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.SearchProblem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The evidence that the rules of a search read: the question, the trials so far, and what is left of the budget. A subclass adds what its
 * table needs and has one method for each of its rules. All of it follows from the question, the trials and the rest of the
 * budget: no clock, no file, and no random number but those of the question's seed.
 */
public class Evidence {
    /** The rule that comes before all others. */
    public static final Rule<Evidence> INITIAL_SETTINGS = Rule.of("initial-settings", Evidence::initialSettings);

    /** Nothing is recommended that was run less often. */
    public static final int LEAST_RUNS = 2;
    /** After so many runs a setting is no longer repeated: it is left open. */
    public static final int MOST_RUNS = 5;

    /** What is known of more settings than that does not help a reader. */
    private static final int MOST_TOLD = 4;

    private final SearchProblem problem;
    private final List<Trial> trials;
    private final Duration left;

    /**
     * @param trials every finished trial, in order, those that do not count included
     * @param left what is left of the budget; a negative rest counts as zero
     */
    protected Evidence(SearchProblem problem, List<Trial> trials, Duration left) {
        this.problem = problem;
        this.trials = trials;
        this.left = left.isNegative() ? Duration.ZERO : left;
    }

    public final SearchProblem problem() {
        return problem;
    }

    public final List<Trial> trials() {
        return trials;
    }

    /** Returns what is left of the budget; at least zero. */
    public final Duration left() {
        return left;
    }

    private Optional<Move> initialSettings() {
        return begun() ? Optional.empty() : tried(initial(), Duration.ZERO);
    }

    /** Returns whether the initial settings were measured. */
    protected final boolean begun() {
        return trials.stream().anyMatch(trial -> trial.role() == Role.BASELINE);
    }

    /** One trial of the initial settings. */
    protected final TrialPlan initial() {
        return TrialPlan.single(Role.BASELINE, problem.found(), problem.confirmLength());
    }

    protected final boolean seen(Settings settings) {
        return trials.stream().anyMatch(trial -> trial.settings().equals(settings));
    }

    /** Returns what so many trials that confirm take. */
    protected final Duration cost(int trials) {
        return problem.cost().of(trials);
    }

    protected final boolean affordable(int trials) {
        return left.compareTo(cost(trials)) >= 0;
    }

    /** A plan that costs as much as so many trials that confirm. */
    protected final Optional<Move> tried(TrialPlan plan, int trials, Message... because) {
        return tried(plan, cost(trials), because);
    }

    /**
     * A plan that costs so much of the budget.
     *
     * @param because what the rule knows beside {@link #known what is known of each setting}
     */
    protected final Optional<Move> tried(TrialPlan plan, Duration cost, Message... because) {
        Stream<Message> settings = plan.trials().stream()
                .map(PlannedTrial::settings)
                .distinct()
                .limit(MOST_TOLD)
                .flatMap(each -> known(each).stream());
        return Optional.of(new Move.Try(
                plan, cost, Stream.concat(Stream.of(because), settings).toList()));
    }

    /** Returns what is known of a setting before it is tried, for the reader of a run; empty where nothing is told. */
    protected Optional<Message> known(Settings settings) {
        return Optional.empty();
    }

    protected static Optional<Move> said(Decision decision) {
        return Optional.of(new Move.Say(decision));
    }
}
