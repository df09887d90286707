package dev.poolfit.verdict.search;

import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.TrialFit;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.forecast.Candidates;
import dev.poolfit.verdict.forecast.Candidates.ModelledStep;
import dev.poolfit.verdict.rule.Move;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The evidence of {@link ModelGuidedSearch} where the highest throughput is wanted and settings have trials of their own, with one
 * method for each of its own rules.
 */
final class HighestEvidence extends ModelEvidence {
    HighestEvidence(
            SearchProblem problem, JudgedTrials judged, Duration left, Optional<TrialFit> fitted, boolean switches) {
        super(problem, judged, left, fitted, switches);
    }

    private Rivals challengers() {
        return new Rivals(statistics(), candidates());
    }

    /** A much smaller pool, or one in a wide gap above the answer: what is in no term of the model. */
    Optional<Move> beyondTheModel() {
        return challengers()
                .contrast(likely())
                .filter(each -> explorations() < MOST_EXPLORATIONS)
                .or(() -> challengers().gap(likely()))
                .filter(each -> warmRuns(each) < LEAST_RUNS)
                .flatMap(each -> explore(each));
    }

    /** A setting that looked better the one time it was tried, beside the answer. */
    Optional<Move> rival() {
        return challengers()
                .rival(likely())
                .filter(each -> warmRuns(each) < LEAST_RUNS)
                .flatMap(each -> tried(rounds(List.of(likely(), each)), 2));
    }

    /** The model was off in advance: the trials decide. */
    Optional<Move> modelWasOff() {
        return decides() ? Optional.empty() : fromTried();
    }

    private Optional<Move> fromTried() {
        return said(ladder().fromTried().next(trials(), left()));
    }

    /** The answer, or a smaller one that looks as good, was run less than twice: one run of each, of as many as the budget pays for. */
    Optional<Move> answerSeldomRun() {
        List<Settings> seldom = Stream.of(answer(), likely())
                .distinct()
                .filter(each -> statistics().validRuns(each) < LEAST_RUNS)
                .toList();
        int paid = Math.min(seldom.size(), problem().cost().paidBy(left()));
        return paid == 0
                ? Optional.empty()
                : tried(rounds(withReference(seldom.subList(seldom.size() - paid, seldom.size()))), Duration.ZERO);
    }

    private Settings runOften() {
        return statistics().validRuns(answer()) < LEAST_RUNS ? likely() : answer();
    }

    /** Another setting surely gives more, or no trial of the answer counts: the trials decide. */
    Optional<Move> measuredAbovePredicted() {
        Settings answer = runOften();
        if (!statistics().tried(answer)) {
            return byLadder();
        }
        boolean outdone = challengers()
                .better(answer, LEAST_RUNS, fit().noise())
                .or(() ->
                        challengers().outdoing(answer, problem().goal().margin().fraction()))
                .isPresent();
        return outdone ? fromTried() : Optional.empty();
    }

    private double risk() {
        return candidates().risk(expectedLoss(), runOften());
    }

    /** Models are left under which the answer, below the highest, loses too much: both are repeated, up to five runs. */
    Optional<Move> risky() {
        Settings answer = runOften();
        Settings peak = candidates().settings(candidates().peak());
        return risk() > Candidates.RISK && !peak.equals(answer) && warmRuns(answer) < MOST_RUNS
                ? tried(rounds(List.of(answer, peak)), 2)
                : Optional.empty();
    }

    private Optional<ModelledStep> below() {
        return candidates().below(expectedLoss(), runOften());
    }

    /** The answer may lose too much with a probability of 5 % at most: the step below it is measured, up to three times. */
    Optional<Move> stepBelow() {
        return risk() > Candidates.RISK
                ? Optional.empty()
                : below().map(ModelledStep::settings)
                        .filter(each -> !statistics().tried(each) && warmRuns(each) < MOST_RUNS_BELOW)
                        .flatMap(each -> explore(each));
    }

    Optional<Move> verdictOnHighest() {
        Settings answer = runOften();
        return said(
                risk() > Candidates.RISK
                        ? writer().tooRisky(answer, risk())
                        : writer().conclude(answer, below(), risk()));
    }
}
