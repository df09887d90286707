package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.FirstComparison;
import dev.poolfit.verdict.comparison.SwitchingMethod;
import dev.poolfit.verdict.forecast.Candidates;
import dev.poolfit.verdict.forecast.ExpectedLoss;
import dev.poolfit.verdict.rule.Move;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** The evidence of the first comparison, with one method for each of its rules. */
final class FirstEvidence extends ComparisonEvidence {
    /** It is open by more than that how small a pool may be enough. */
    static final int SPREAD = 2;

    /** A chance that a pool is worth a look of its own. */
    private static final double MAY_DO = 0.1;

    private final Search fallback;
    private final List<Settings> settings;

    /**
     * @param candidates by a model that explains the trials
     * @param fallback goes on where nothing can be compared
     */
    FirstEvidence(
            SearchProblem problem,
            JudgedTrials judged,
            SwitchingMethod method,
            Duration left,
            Optional<Candidates> candidates,
            Search fallback) {
        super(problem, judged, method, left, candidates, Duration.ZERO);
        this.fallback = fallback;
        settings = firstSettings();
    }

    /**
     * The smallest pool that may be enough, where it is far from known which one that is: with all cores busy, a hold that
     * computes and one that waits look alike at the initial settings. Where the pool is no larger than that, the smallest that is most
     * likely enough: whether more connections help is open then.
     */
    Optional<Move> scout() {
        return near().pools().isPresent() && nothingSearched()
                ? candidates()
                        .flatMap(each -> each.expectedLoss(target(), statistics()))
                        .filter(loss -> loss.smallestPool(MAY_DO) * SPREAD < loss.smallestPool(1 - MAY_DO))
                        .map(this::scouted)
                        .flatMap(each -> tried(
                                TrialPlan.single(Role.SEARCH, each, problem().searchLength()), cost(4, FEWEST_BLOCKS)))
                : Optional.empty();
    }

    /** A look that does not count is taken once more: a far larger pool may not have settled in so short a time. */
    private boolean nothingSearched() {
        List<Trial> searched =
                trials().stream().filter(trial -> trial.role() != Role.BASELINE).toList();
        return searched.isEmpty()
                || searched.size() == 1
                        && !searched.get(0).valid()
                        && axis().value(searched.get(0).settings())
                                > axis().value(problem().found());
    }

    private Settings scouted(ExpectedLoss loss) {
        int smallest = axis().range().clamp(loss.smallestPool(MAY_DO));
        return axis().settings(
                        FirstComparison.alike(smallest, axis().value(problem().found()))
                                ? axis().range().clamp(loss.smallestPool(1 - MAY_DO))
                                : smallest);
    }

    private List<Settings> firstSettings() {
        boolean spoilt = trials().stream().anyMatch(trial -> trial.flags().contains(Flag.CARRIED_OVER));
        OptionalInt guess = spoilt
                ? OptionalInt.of(axis().range().clamp(axis().value(problem().found())))
                : guess();
        var comparison = new FirstComparison(axis(), spoilt ? FirstComparison.NARROW : FirstComparison.WIDE);
        List<Settings> settings =
                crowds().without(withFewerThreads(comparison.settings(problem().found(), guess)));
        if (settings.size() >= 2 || guess.isEmpty()) {
            return settings;
        }
        Settings expected = axis().settings(guess.getAsInt());
        List<Settings> around = crowds().without(comparison.settings(expected, guess));
        return around.size() >= 2
                ? around
                : crowds().without(new FirstComparison(axis(), FirstComparison.CLOSE).settings(expected, guess));
    }

    /** All pools are compared at the same threads: it is looked at first whether these are too many. */
    private List<Settings> withFewerThreads(List<Settings> settings) {
        return method() == SwitchingMethod.WITHIN_POOL
                ? Stream.concat(settings.stream(), near().withFewerThreads().stream())
                        .distinct()
                        .toList()
                : settings;
    }

    /** Returns the value for which the model expects the smallest that loses less than the margin. */
    private OptionalInt guess() {
        return candidates().stream()
                .flatMap(each ->
                        each.expectedLoss(target(), statistics()).map(loss -> each.settings(loss.answer())).stream())
                .mapToInt(axis()::value)
                .map(axis().range()::clamp)
                .findFirst();
    }

    /** Nothing was compared yet: the initial settings beside some across the range, where two or more leave no waiting users behind. */
    Optional<Move> first() {
        return settings.size() < 2
                ? Optional.empty()
                : compare(settings, method().firstBlocks(), cost(settings.size() + 1, FEWEST_BLOCKS));
    }

    /** The budget does not pay for the first comparison: two of its settings, where two leave no waiting users behind. */
    Optional<Move> firstTwo() {
        return settings.size() < 2
                ? Optional.empty()
                : compare(settings.subList(0, 2), FEWEST_BLOCKS, cost(2 + 1, FEWEST_BLOCKS));
    }

    /** Nothing can be compared. */
    Optional<Move> withoutFirst() {
        return said(fallback.next(trials(), left()));
    }
}
