package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Load;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.BudgetEstimate;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.reason.RampReason;
import dev.poolfit.verdict.reason.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;

/** Searches nothing: repeats a ramp at the settings found, and tells at which rate the service breaks. */
public final class BreakingRate implements Search {
    private static final int RUNS = BudgetEstimate.RAMPS;
    /** With so many ramps of which too few can be trusted, no more are tried. */
    private static final int MOST_RAMPS = 5;

    private final SearchProblem problem;
    private final Load.Ramp ramp;

    /** @param problem whose load is a ramp */
    public BreakingRate(SearchProblem problem) {
        this.problem = problem;
        this.ramp = problem.load().ramp().orElseThrow();
    }

    @Override
    public Decision next(List<Trial> trials, Duration left) {
        List<Trial> valid = trials.stream().filter(Trial::valid).toList();
        if (valid.size() < RUNS && trials.size() < MOST_RAMPS && left.compareTo(ramp.over()) >= 0) {
            Role role = trials.isEmpty() ? Role.BASELINE : Role.CONFIRM;
            return new TryNext(
                    TrialPlan.single(role, problem.found(), ramp.over()), Optional.of(Message.of("step.ramp", RUNS)));
        }
        return valid.size() < 2 ? withoutVerdict(trials) : breaking(valid);
    }

    private Conclusion breaking(List<Trial> valid) {
        long good = valid.stream().mapToLong(Trial::good).sum();
        long failed = valid.stream().mapToLong(Trial::failed).sum();
        var performance = new Performance(
                problem.found(),
                valid.size(),
                across(valid, trial -> trial.throughput().mean()),
                valid.stream().mapToDouble(Trial::meanMs).average().orElseThrow(),
                across(valid, trial -> trial.p99Ms().mean()),
                Statistics.share(failed, Math.max(1, good + failed)),
                Standing.MEETS);
        return conclusion(
                valid.size() < RUNS ? Outcome.INCONCLUSIVE : Outcome.RECOMMENDED,
                Optional.of(performance),
                reason(performance.throughput(), valid));
    }

    private static Interval across(List<Trial> runs, ToDoubleFunction<Trial> figure) {
        Interval interval =
                Statistics.acrossRuns(runs.stream().mapToDouble(figure).toArray());
        return new Interval(interval.mean(), Math.max(0, interval.low()), interval.high());
    }

    private Reason reason(Interval rate, List<Trial> valid) {
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

    private Conclusion withoutVerdict(List<Trial> trials) {
        List<Flag> flags = NotCounted.flags(trials);
        return conclusion(
                Outcome.INCONCLUSIVE,
                Optional.empty(),
                flags.isEmpty() ? new RampReason.NoTime() : new RampReason.TooFewValid(trials.size(), flags));
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
