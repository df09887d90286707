package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Load;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.verdict.BudgetEstimate;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.reason.RampReason;
import dev.poolfit.verdict.reason.Reason;
import dev.poolfit.verdict.rule.Evidence;
import dev.poolfit.verdict.rule.Move;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;

/** The evidence of {@link BreakingRate}, with one method for each of its rules. */
final class RampEvidence extends Evidence {
    static final int RAMPS = BudgetEstimate.RAMPS;
    /** With so many ramps of which too few can be trusted, no more are tried. */
    static final int MOST_RAMPS = 5;
    /** Fewer tell nothing of how far two ramps differ. */
    static final int LEAST_RAMPS = 2;

    private final Load.Ramp ramp;
    private final List<Trial> valid;

    RampEvidence(SearchProblem problem, List<Trial> trials, Duration left) {
        super(problem, trials, left);
        ramp = problem.load().ramp().orElseThrow();
        valid = trials.stream().filter(Trial::valid).toList();
    }

    /** Too few ramps count so far. */
    Optional<Move> again() {
        Role role = trials().isEmpty() ? Role.BASELINE : Role.CONFIRM;
        return valid.size() < RAMPS && trials().size() < MOST_RAMPS
                ? tried(TrialPlan.single(role, problem().found(), ramp.over()), ramp.over())
                : Optional.empty();
    }

    /** Nothing can be said of the rate. */
    Optional<Move> tooFew() {
        return valid.size() < LEAST_RAMPS ? said(withoutVerdict()) : Optional.empty();
    }

    Optional<Move> verdict() {
        return said(breaking());
    }

    private Conclusion breaking() {
        long good = valid.stream().mapToLong(Trial::good).sum();
        long failed = valid.stream().mapToLong(Trial::failed).sum();
        var performance = new Performance(
                problem().found(),
                valid.size(),
                across(valid, trial -> trial.throughput().mean()),
                valid.stream().mapToDouble(Trial::meanMs).average().orElseThrow(),
                across(valid, trial -> trial.p99Ms().mean()),
                Statistics.share(failed, Math.max(1, good + failed)),
                Standing.MEETS);
        return conclusion(
                valid.size() < RAMPS ? Outcome.INCONCLUSIVE : Outcome.RECOMMENDED,
                Optional.of(performance),
                reason(performance.throughput()));
    }

    private static Interval across(List<Trial> runs, ToDoubleFunction<Trial> figure) {
        Interval interval =
                Statistics.acrossRuns(runs.stream().mapToDouble(figure).toArray());
        return new Interval(interval.mean(), Math.max(0, interval.low()), interval.high());
    }

    private Reason reason(Interval rate) {
        if (valid.stream().allMatch(trial -> trial.flags().contains(Flag.DID_NOT_BREAK))) {
            return new RampReason.DoesNotBreak(ramp, rate, valid.size());
        }
        List<Flag> by = valid.stream()
                .flatMap(trial -> trial.flags().stream())
                .filter(flag -> !flag.disqualifies())
                .distinct()
                .toList();
        return new RampReason.Breaks(ramp, rate, valid.size(), by);
    }

    private Conclusion withoutVerdict() {
        List<Flag> flags = NotCounted.flags(trials());
        return conclusion(
                Outcome.INCONCLUSIVE,
                Optional.empty(),
                flags.isEmpty() ? new RampReason.NoTime() : new RampReason.TooFewValid(trials().size(), flags));
    }

    private static Conclusion conclusion(Outcome outcome, Optional<Performance> performance, Reason why) {
        return new Conclusion(
                outcome,
                new Conclusion.Choice(
                        performance,
                        performance,
                        Optional.empty(),
                        performance.stream().toList()),
                Conclusion.Grounds.of(List.of(why)),
                OptionalInt.empty());
    }
}
