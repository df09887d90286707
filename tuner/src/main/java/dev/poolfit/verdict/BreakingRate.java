package dev.poolfit.verdict;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Load;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Sentence;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.Performance.Standing;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;

/** Searches nothing: repeats a ramp at the settings found, and tells at which rate the service breaks. */
public final class BreakingRate implements Search {
    private static final int RUNS = 3;
    /** With so many ramps of which too few can be trusted, no more are tried. */
    private static final int MOST_RUNS = 5;

    private final Question question;
    private final Load.Ramp ramp;

    /** @param question whose load is a ramp */
    public BreakingRate(Question question) {
        this.question = question;
        this.ramp = question.load().ramp().orElseThrow();
    }

    @Override
    public Decision next(List<Trial> trials, Duration left) {
        List<Trial> valid = trials.stream().filter(Trial::valid).toList();
        if (valid.size() < RUNS && trials.size() < MOST_RUNS && left.compareTo(ramp.over()) >= 0) {
            Role role = trials.isEmpty() ? Role.BASELINE : Role.CONFIRM;
            return new TryNext(TrialPlan.single(role, question.found(), ramp.over()));
        }
        return valid.size() < 2 ? untold(trials) : told(valid);
    }

    private Conclusion told(List<Trial> valid) {
        long good = valid.stream().mapToLong(Trial::good).sum();
        long failed = valid.stream().mapToLong(Trial::failed).sum();
        var performance = new Performance(
                question.found(),
                valid.size(),
                across(valid, trial -> trial.throughput().mean()),
                valid.stream().mapToDouble(Trial::meanMs).average().orElseThrow(),
                across(valid, trial -> trial.p99Ms().mean()),
                Statistics.share(failed, Math.max(1, good + failed)),
                Standing.MEETS);
        return conclusion(
                valid.size() < RUNS ? Outcome.INCONCLUSIVE : Outcome.RECOMMENDED,
                Optional.of(performance),
                List.of(sentence(performance, valid)));
    }

    private static Interval across(List<Trial> runs, ToDoubleFunction<Trial> figure) {
        Interval interval =
                Statistics.acrossRuns(runs.stream().mapToDouble(figure).toArray());
        return new Interval(interval.mean(), Math.max(0, interval.low()), interval.high());
    }

    private Sentence sentence(Performance performance, List<Trial> valid) {
        Interval rate = performance.throughput();
        String figures = String.format(Locale.ROOT, "%.1f/s (%.1f–%.1f)", rate.mean(), rate.low(), rate.high());
        String over = Durations.format(ramp.over());
        boolean whole = valid.stream().allMatch(trial -> trial.flags().contains(Flag.DID_NOT_BREAK));
        return whole
                ? Sentence.of("breaking.none", ramp.top(), figures, valid.size(), over)
                : Sentence.of("breaking.at", ramp.top(), figures, valid.size(), over, causes(valid));
    }

    private Sentence causes(List<Trial> valid) {
        List<Sentence> causes = valid.stream()
                .flatMap(trial -> trial.flags().stream())
                .filter(flag -> !flag.disqualifies())
                .distinct()
                .map(flag -> switch (flag) {
                    case BROKE_BY_ERRORS ->
                        Sentence.of("ramp.errors", ramp.errors().toString());
                    case BROKE_BY_P99 ->
                        Sentence.of("ramp.p99", Durations.format(ramp.p99().orElseThrow()));
                    default -> Sentence.of(flag);
                })
                .toList();
        return causes.isEmpty() ? Sentence.verbatim("") : Sentence.joined("join.semicolon", causes);
    }

    private Conclusion untold(List<Trial> trials) {
        List<Sentence> flags = trials.stream()
                .flatMap(trial -> trial.flags().stream())
                .filter(Flag::disqualifies)
                .distinct()
                .map(Sentence::of)
                .toList();
        return conclusion(
                Outcome.INCONCLUSIVE,
                Optional.empty(),
                List.of(
                        flags.isEmpty()
                                ? Sentence.of("breaking.no-time")
                                : Sentence.of(
                                        "breaking.untrusted",
                                        trials.size(),
                                        Sentence.joined("join.semicolon", flags))));
    }

    private static Conclusion conclusion(Outcome outcome, Optional<Performance> performance, List<Sentence> reasons) {
        return new Conclusion(
                outcome,
                performance,
                performance,
                Optional.empty(),
                performance.stream().toList(),
                reasons,
                List.of(),
                OptionalInt.empty(),
                Optional.empty());
    }
}
