package dev.poolfit.verdict.search;

import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.TrialFit;
import dev.poolfit.units.Quantity;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.SwitchingMethod;
import dev.poolfit.verdict.forecast.Candidates.ModelledStep;
import dev.poolfit.verdict.rule.Move;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The evidence of {@link ModelGuidedSearch} where a rate is wanted, with one method for each of its own rules. */
final class RateEvidence extends ModelEvidence {
    /** The goal is taken for out of reach where more of the models than that say so. */
    private static final double UNLIKELY_SHARE = 0.5;

    static final Quantity UNLIKELY = Quantity.share(UNLIKELY_SHARE);

    RateEvidence(
            SearchProblem problem, JudgedTrials judged, Duration left, Optional<TrialFit> fitted, boolean switches) {
        super(problem, judged, left, fitted, switches);
    }

    @Override
    SwitchingMethod method() {
        return problem().limited() ? SwitchingMethod.WITHIN_POOL : SwitchingMethod.RESIZED;
    }

    /** By the model the goal is out of reach: the largest pool, before that is believed. */
    Optional<Move> largestPool() {
        return isOutOfReach()
                ? Optional.of(near().withPool(near().pools().orElseThrow().high()))
                        .filter(each ->
                                warmRuns(each) < LEAST_RUNS && !statistics().tried(each))
                        .flatMap(each -> explore(
                                each,
                                Known.unreachable(
                                        expectedLoss().risk(candidates().peak()))))
                : Optional.empty();
    }

    /** Then the trials alone decide. */
    Optional<Move> outOfReach() {
        return isOutOfReach() ? byLadder() : Optional.empty();
    }

    private boolean isOutOfReach() {
        return near().pools().isPresent() && expectedLoss().risk(candidates().peak()) > UNLIKELY_SHARE;
    }

    /**
     * Something is undecided: the answer, the step below it, or trials that contradict each other; if none, a step below that was last
     * run cold. It is run again, and the initial settings go along ({@link #withReference}).
     */
    Optional<Move> settle() {
        Settings answer = answer();
        Optional<Settings> below = near().below(answer);
        var unsettled = new LinkedHashSet<Settings>();
        statistics()
                .contradiction(answer)
                .ifPresent(pair -> Stream.of(pair.smaller(), pair.larger())
                        .map(each -> each.settings())
                        .filter(each -> warmRuns(each) < MOST_RUNS)
                        .forEach(unsettled::add));
        if (!decided(answer, LEAST_RUNS, MOST_RUNS)) {
            unsettled.add(answer);
        }
        below.filter(each -> !decided(
                        each,
                        meeting().slowWhenMeasured(each, answer) ? LEAST_RUNS : LEAST_RUNS_BELOW,
                        MOST_RUNS_BELOW))
                .ifPresent(unsettled::add);
        if (unsettled.isEmpty()) {
            below.filter(each -> ColdTrials.mayGiveMore(each, trials())).ifPresent(unsettled::add);
        }
        return unsettled.isEmpty()
                ? Optional.empty()
                : tried(rounds(withReference(new ArrayList<>(unsettled))), unsettled.size(), Known.answer(answer));
    }

    /** No trial of the answer counts, and none is left to try: the budget or the number of runs is used up. */
    Optional<Move> answerNotMeasured() {
        return statistics().tried(answer()) ? Optional.empty() : said(ladder().next(trials(), left(), this::failing));
    }

    /** The setting that may be told in place of the answer was run too seldom: one more run. */
    Optional<Move> seldomRun() {
        return Optional.of(meeting().sure(answer(), LEAST_RUNS))
                .filter(each -> statistics().validRuns(each) < LEAST_RUNS)
                .flatMap(each -> tried(rounds(List.of(each)), 1));
    }

    /** It may be much larger than need be: what is undecided below it. */
    Optional<Move> undecidedBelow() {
        return meeting()
                .undecidedBelow(meeting().sure(answer(), LEAST_RUNS))
                .flatMap(each -> tried(rounds(List.of(each)), 1));
    }

    /** The answer was measured only in turns with others: one trial of its own, for response times and errors. */
    Optional<Move> alone() {
        Settings answer = answer();
        return trials().stream()
                        .anyMatch(trial -> trial.settings().equals(answer)
                                && trial.periods().isEmpty())
                ? Optional.empty()
                : tried(rounds(List.of(answer)), 1);
    }

    Optional<Move> verdict() {
        return said(writer().conclude(answer(), this::failing));
    }

    /** Returns whether a setting was run often enough, and either stands clear of the goal or was run as often as may be. */
    private boolean decided(Settings settings, int least, int most) {
        int runs = warmRuns(settings);
        return runs >= most
                || runs >= least
                        && statistics()
                                .performance(settings)
                                .filter(each -> each.standing() != Standing.UNCLEAR)
                                .isPresent();
    }

    private Optional<ModelledStep> failing(Settings answer) {
        return decides() ? candidates().failingBelow(expectedLoss(), answer) : Optional.empty();
    }
}
