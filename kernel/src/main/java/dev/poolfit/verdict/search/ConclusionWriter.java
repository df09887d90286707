package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Compilation;
import dev.poolfit.evidence.Interval.Side;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.Ending;
import dev.poolfit.verdict.forecast.Candidates.ModelledStep;
import dev.poolfit.verdict.reason.Condition;
import dev.poolfit.verdict.reason.OutOfReach;
import dev.poolfit.verdict.reason.Reason;
import dev.poolfit.verdict.reason.Undecided;
import dev.poolfit.verdict.reason.WhyThis;
import dev.poolfit.verdict.rule.Evidence;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.SettingStatistics.BesideTheBest;
import dev.poolfit.verdict.setting.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Turns the evidence into a conclusion: chooses the setting, and hands on why. */
final class ConclusionWriter {
    private static final int LEAST_TRIALS = Evidence.LEAST_RUNS;
    /** Of throughput, not of compilation: settings that gave so much more when they were run again. */
    private static final double STILL_RISING = 0.05;

    private final SearchProblem problem;
    private final SettingStatistics statistics;
    private final Neighbourhood near;
    private final List<Trial> trials;
    private final Alternatives alternatives;

    ConclusionWriter(SearchProblem problem, SettingStatistics statistics, Neighbourhood near, List<Trial> trials) {
        this.trials = trials;
        this.problem = problem;
        this.statistics = statistics;
        this.near = near;
        alternatives = new Alternatives(problem, statistics, near, trials);
    }

    /**
     * Concludes from what the trials show of an answer, and of larger settings where they do not show that it meets the goal.
     *
     * @param failing what the model, where there is one, expects to fail close below settings; it counts where the next smaller
     *     was not tried
     */
    Conclusion conclude(Settings answer, Function<Settings, Optional<ModelledStep>> failing) {
        boolean maximal = problem.goal().maximal();
        Performance likely = statistics.performance(answer).orElseThrow();
        Optional<Performance> smallest = statistics.performances().stream()
                .filter(each -> each.standing() == Standing.MEETS && notBelow(each.settings(), answer))
                .filter(each -> !maximal || each.trials() >= LEAST_TRIALS)
                .findFirst();
        Optional<Performance> safe = smallest.filter(each -> !each.settings().equals(answer));
        if (maximal && smallest.isEmpty() && likely.trials() < LEAST_TRIALS) {
            return inconclusive(likely, NotCounted.oneValid(likely, trials));
        }
        var meeting = new MeetingSettings(statistics, near);
        if (smallest.isEmpty() || safe.isPresent() && !meeting.tight(safe.get().settings())) {
            var why = new ArrayList<Reason>();
            safe.map(each -> new WhyThis.Safe(each.measured())).ifPresent(why::add);
            why.addAll(notShown(likely));
            return inconclusive(smallest.orElse(likely), why.toArray(Reason[]::new));
        }
        Performance chosen = smallest.get();
        Optional<Settings> next = near.below(chosen.settings());
        Optional<Performance> smaller = next.flatMap(statistics::performance);
        var why = new ArrayList<Reason>();
        Optional<ModelledStep> fails =
                failing.apply(chosen.settings()).filter(step -> smaller.isEmpty() && !measured(step));
        fails.map(ModelledStep::reason).ifPresent(why::add);
        if (fails.map(ModelledStep::settings)
                .filter(next.orElse(answer)::equals)
                .isEmpty()) {
            why.add(alternatives.whyNotSmaller(chosen.settings(), next));
        }
        boolean decided =
                fails.isPresent() || next.isEmpty() || smaller.isPresent() || meeting.tight(chosen.settings());
        return decided || chosen.trials() < LEAST_TRIALS
                ? recommended(chosen, smaller, whyThis(chosen), why)
                : inconclusive(chosen, new WhyThis.Safe(chosen.measured()), why.get(0));
    }

    private List<Reason> notShown(Performance likely) {
        Optional<BesideTheBest> beside = statistics.besideTheBest(likely.settings());
        if (!problem.goal().maximal() || beside.isEmpty()) {
            return List.of(new Undecided.NotCertain(likely.measured()));
        }
        return likely.standing() == Standing.MEETS
                ? List.of(NotCounted.oneValid(likely, trials))
                : List.of(
                        new Undecided.NotShown(
                                likely.measured(),
                                beside.get().ratio(),
                                beside.get().best()),
                        new Undecided.NameARate());
    }

    private Reason whyThis(Performance chosen) {
        return problem.goal().maximal()
                ? statistics
                        .besideTheBest(chosen.settings())
                        .filter(beside -> beside.ratio().mean() < 1)
                        .<Reason>map(
                                beside -> new WhyThis.NotWorse(chosen.measured(), beside.ratio(), beside.best(), false))
                        .orElseGet(() -> new WhyThis.Highest(chosen.measured()))
                : new WhyThis.Meets(chosen.measured(), statistics.target().reached(chosen.throughput()) != Side.ABOVE);
    }

    /**
     * The highest throughput, where the model decides.
     *
     * @param below a step that need not have been tried, for the model predicts it
     * @param risk that the answer loses more than the indifference
     */
    Conclusion conclude(Settings answer, Optional<ModelledStep> below, double risk) {
        Performance seen = statistics.performance(answer).orElseThrow();
        if (!statistics.keepsOtherBounds(answer)) {
            return inconclusive(seen, new Undecided.NotCertain(seen.measured()));
        }
        Optional<Settings> step = below.map(ModelledStep::settings);
        Reason whyNotSmaller = below.filter(each -> !measured(each))
                .<Reason>map(ModelledStep::reason)
                .orElseGet(() -> alternatives.whyNotSmaller(answer, step));
        return recommended(
                seen.standing(Standing.MEETS),
                step.flatMap(statistics::performance),
                new WhyThis.ProbablyNearHighest(seen.measured(), Target.indifference(problem.goal()), 1 - risk),
                List.of(whyNotSmaller));
    }

    /** Returns whether a step was measured: the model then says nothing of it, since what was measured stands above. */
    private boolean measured(ModelledStep step) {
        return statistics.tried(step.settings());
    }

    private Conclusion recommended(
            Performance chosen, Optional<Performance> smaller, Reason whyThis, List<Reason> whyNotSmaller) {
        Performance seen = statistics.performance(chosen.settings()).orElseThrow();
        if (seen.trials() < LEAST_TRIALS) {
            return inconclusive(seen, NotCounted.oneValid(seen, trials));
        }
        if (seen.standing() == Standing.FAILS) {
            return inconclusive(seen, new Undecided.NotCertain(seen.measured()));
        }
        var contradiction = statistics.contradiction(chosen.settings());
        if (contradiction.isPresent()) {
            return inconclusive(
                    seen,
                    new Undecided.Contradicting(
                            contradiction.get().smaller().measured(),
                            contradiction.get().larger().measured()));
        }
        var why = new ArrayList<>(List.of(whyThis));
        why.addAll(whyNotSmaller);
        alternatives.whyNotLarger(chosen).ifPresent(why::add);
        return conclusion(Outcome.RECOMMENDED, Optional.of(chosen), smaller, why);
    }

    /** The highest throughput, where the trials leave models possible under which the answer loses too much. */
    Conclusion tooRisky(Settings answer, double risk) {
        Performance nearest = statistics.performance(answer).orElseThrow();
        return inconclusive(
                nearest,
                nearest.trials() < LEAST_TRIALS
                        ? NotCounted.oneValid(nearest, trials)
                        : new Undecided.TooRisky(nearest.measured(), Target.indifference(problem.goal()), risk));
    }

    /**
     * @param levelledOff the setting beside which a much larger pool gave no more
     */
    Conclusion outOfReach(Settings best, boolean everythingTried, Optional<Settings> levelledOff) {
        Performance nearest = statistics.performance(best).orElseThrow();
        var why = new OutOfReach.Nearest(nearest.measured());
        Optional<Condition> cold = notWarm(best);
        if (cold.isPresent()) {
            return inconclusive(nearest, why, cold.get());
        }
        if (!everythingTried) {
            return inconclusive(nearest, why, new Undecided.NotAllTried());
        }
        return nearest.standing() == Standing.FAILS
                ? conclusion(
                        Outcome.UNREACHABLE,
                        Optional.of(nearest),
                        Optional.empty(),
                        List.of(
                                why,
                                levelledOff
                                        .flatMap(statistics::performance)
                                        .<Reason>map(
                                                each -> new OutOfReach.LevelledOff(each.settings(), each.throughput()))
                                        .orElseGet(OutOfReach.NoneMet::new)))
                : inconclusive(nearest, new Undecided.NotCertain(nearest.measured()));
    }

    /** Returns what shows that the service was not warm yet when a setting was last tried. */
    Optional<Condition> notWarm(Settings settings) {
        double rise = statistics.rise();
        if (rise > STILL_RISING) {
            return Optional.of(new Condition.StillRising(rise));
        }
        return trials.stream()
                .filter(trial -> trial.valid() && trial.settings().equals(settings))
                .reduce((earlier, later) -> later)
                .filter(Compilation::cold)
                .map(last -> new Condition.StillCompiling(Compilation.of(last)));
    }

    Conclusion unmeasurable(Settings settings) {
        return nothing(NotCounted.noneValid(settings, trials));
    }

    Conclusion nothingMeasured() {
        return nothing(new Undecided.NothingMeasured());
    }

    private Conclusion nothing(Reason why) {
        return conclusion(Outcome.INCONCLUSIVE, Optional.empty(), Optional.empty(), List.of(why));
    }

    private Conclusion inconclusive(Performance nearest, Reason... why) {
        return conclusion(Outcome.INCONCLUSIVE, Optional.of(nearest), Optional.empty(), List.of(why));
    }

    private Conclusion conclusion(
            Outcome outcome, Optional<Performance> chosen, Optional<Performance> smaller, List<Reason> why) {
        return new Ending(problem, trials)
                .of(
                        outcome,
                        chosen,
                        smaller.map(each -> shown(each, chosen)),
                        statistics.performances().stream()
                                .map(each -> shown(each, chosen))
                                .toList(),
                        Conclusion.Grounds.of(why));
    }

    /** Returns a performance as it is shown: what was chosen stands everywhere as it does above, and a smaller one that looks as good was seen too seldom. */
    private Performance shown(Performance each, Optional<Performance> chosen) {
        if (chosen.isEmpty() || chosen.get().settings().equals(each.settings())) {
            return chosen.orElse(each);
        }
        boolean open = problem.goal().maximal()
                && each.standing() == Standing.MEETS
                && !notBelow(each.settings(), chosen.get().settings());
        return open ? each.standing(Standing.UNCLEAR) : each;
    }

    private static boolean notBelow(Settings settings, Settings answer) {
        return SettingStatistics.BY_SIZE.compare(settings, answer) >= 0;
    }
}
