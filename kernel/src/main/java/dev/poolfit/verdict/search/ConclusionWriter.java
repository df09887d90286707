package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Compilation;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.search.Candidates.ModelledStep;
import dev.poolfit.verdict.setting.SettingStatistics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Turns the evidence into a conclusion: chooses the setting; {@link Reasons} says why. */
final class ConclusionWriter {
    private static final int LEAST_TRIALS = Evidence.LEAST_RUNS;
    /** Of throughput, not of compilation: settings that gave so much more when they were run again. */
    private static final double STILL_RISING = 0.05;

    private final SearchProblem problem;
    private final SettingStatistics statistics;
    private final Neighbourhood near;
    private final List<Trial> trials;
    private final Reasons reasons;

    ConclusionWriter(SearchProblem problem, SettingStatistics statistics, Neighbourhood near, List<Trial> trials) {
        this.trials = trials;
        this.problem = problem;
        this.statistics = statistics;
        this.near = near;
        reasons = new Reasons(problem, statistics, near);
    }

    /**
     * What the trials show of an answer, and of larger settings where they do not show that it meets the goal.
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
                .min(Comparator.comparingInt(
                                (Performance each) -> each.settings().pool().orElse(0))
                        .thenComparingInt(each -> each.settings().threads().orElse(0)));
        Optional<Performance> safe = smallest.filter(each -> !each.settings().equals(answer));
        if (maximal && smallest.isEmpty() && likely.trials() < LEAST_TRIALS) {
            return inconclusive(likely, List.of(reasons.seenOnce(likely, trials)));
        }
        var meeting = new MeetingSettings(statistics, near);
        if (smallest.isEmpty() || safe.isPresent() && !meeting.tight(safe.get().settings())) {
            return inconclusive(smallest.orElse(likely), reasons.notShown(likely, safe, trials));
        }
        Performance chosen = smallest.get();
        Optional<Settings> next = near.below(chosen.settings());
        Optional<Performance> smaller = next.flatMap(statistics::performance);
        var why = new ArrayList<Message>();
        Optional<ModelledStep> fails =
                failing.apply(chosen.settings()).filter(step -> smaller.isEmpty() && !measured(step));
        fails.map(reasons::whyNotSmaller).ifPresent(why::add);
        if (fails.map(ModelledStep::settings)
                .filter(next.orElse(answer)::equals)
                .isEmpty()) {
            why.add(whyNotSmaller(chosen, next));
        }
        boolean decided =
                fails.isPresent() || next.isEmpty() || smaller.isPresent() || meeting.tight(chosen.settings());
        return decided || chosen.trials() < LEAST_TRIALS
                ? recommended(chosen, smaller, reasons.whyThis(chosen), why)
                : inconclusive(chosen, List.of(reasons.safe(chosen), why.get(0)));
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
            return inconclusive(seen, List.of(reasons.undecided(seen)));
        }
        Optional<Performance> smaller = below.map(ModelledStep::settings).flatMap(statistics::performance);
        Message whyNotSmaller = below.filter(step -> !measured(step))
                .map(reasons::whyNotSmaller)
                .orElseGet(() -> whyNotSmaller(seen, below.map(ModelledStep::settings)));
        Performance chosen = seen.standing(Standing.MEETS);
        return recommended(chosen, smaller, reasons.whyByTheModel(chosen, risk), List.of(whyNotSmaller));
    }

    private Message whyNotSmaller(Performance chosen, Optional<Settings> next) {
        return next.filter(each -> !statistics.tried(each))
                .filter(each ->
                        trials.stream().anyMatch(trial -> trial.settings().equals(each)))
                .map(each -> reasons.untrusted(each, trials))
                .orElseGet(() -> reasons.whyNotSmaller(chosen, next.flatMap(statistics::performance)));
    }

    /** What was measured stands above what is predicted: of such a setting the model says nothing. */
    private boolean measured(ModelledStep step) {
        return statistics.tried(step.settings());
    }

    private Conclusion recommended(
            Performance chosen, Optional<Performance> smaller, Message whyThis, List<Message> whyNotSmaller) {
        Performance seen = statistics.performance(chosen.settings()).orElseThrow();
        if (seen.trials() < LEAST_TRIALS) {
            return inconclusive(seen, List.of(reasons.seenOnce(seen, trials)));
        }
        Optional<Message> against = reasons.contradicting(seen);
        if (against.isPresent()) {
            return inconclusive(seen, List.of(against.get()));
        }
        var why = new ArrayList<>(List.of(whyThis));
        why.addAll(whyNotSmaller);
        reasons.whyNotLarger(chosen).ifPresent(why::add);
        return conclusion(Outcome.RECOMMENDED, Optional.of(chosen), smaller, why);
    }

    /** The highest throughput, where the trials leave models possible under which the answer loses too much. */
    Conclusion tooRisky(Settings answer, double risk) {
        Performance nearest = statistics.performance(answer).orElseThrow();
        return inconclusive(
                nearest,
                List.of(
                        nearest.trials() < LEAST_TRIALS
                                ? reasons.seenOnce(nearest, trials)
                                : reasons.tooRisky(nearest, risk)));
    }

    /**
     * @param levelledOff the setting beside which a much larger pool gave no more
     */
    Conclusion outOfReach(Settings best, boolean everythingTried, Optional<Settings> levelledOff) {
        Performance nearest = statistics.performance(best).orElseThrow();
        Optional<Message> cold = notWarm(best);
        if (cold.isPresent()) {
            return inconclusive(nearest, List.of(reasons.nearest(nearest), cold.get()));
        }
        boolean certain = everythingTried && nearest.standing() == Standing.FAILS;
        return conclusion(
                certain ? Outcome.UNREACHABLE : Outcome.INCONCLUSIVE,
                Optional.of(nearest),
                Optional.empty(),
                everythingTried && !certain
                        ? List.of(reasons.undecided(nearest))
                        : reasons.whyNone(nearest, certain, levelledOff.flatMap(statistics::performance)));
    }

    /** What shows that the service was not warm yet when a setting was last tried. */
    Optional<Message> notWarm(Settings settings) {
        double rise = statistics.rise();
        if (rise > STILL_RISING) {
            return Optional.of(Message.of("reason.still-rising", Quantity.share(rise)));
        }
        return trials.stream()
                .filter(trial -> trial.valid() && trial.settings().equals(settings))
                .reduce((earlier, later) -> later)
                .filter(Compilation::cold)
                .map(last -> ColdTrials.stillCompiling(Compilation.of(last)));
    }

    Conclusion unmeasurable(Settings settings) {
        return conclusion(
                Outcome.INCONCLUSIVE, Optional.empty(), Optional.empty(), List.of(reasons.untrusted(settings, trials)));
    }

    Conclusion nothingMeasured() {
        return conclusion(Outcome.INCONCLUSIVE, Optional.empty(), Optional.empty(), List.of(reasons.nothingMeasured()));
    }

    private Conclusion inconclusive(Performance nearest, List<Message> why) {
        return conclusion(Outcome.INCONCLUSIVE, Optional.of(nearest), Optional.empty(), why);
    }

    private Conclusion conclusion(
            Outcome outcome, Optional<Performance> chosen, Optional<Performance> smaller, List<Message> why) {
        return new Conclusion(
                outcome,
                Gain.with(
                        new Conclusion.Choice(
                                chosen,
                                baseline().map(each -> shown(each, chosen)),
                                smaller.map(each -> shown(each, chosen)),
                                statistics.performances().stream()
                                        .map(each -> shown(each, chosen))
                                        .toList()),
                        trials,
                        problem.goal().margin().fraction()),
                Conclusion.Grounds.of(why),
                problem.poolLimit());
    }

    /** What was chosen stands everywhere as it does above, and a smaller one that looks as good was seen too seldom. */
    private Performance shown(Performance each, Optional<Performance> chosen) {
        if (chosen.isEmpty() || chosen.get().settings().equals(each.settings())) {
            return chosen.orElse(each);
        }
        boolean open = problem.goal().maximal()
                && each.standing() == Standing.MEETS
                && !notBelow(each.settings(), chosen.get().settings());
        return open ? each.standing(Standing.UNCLEAR) : each;
    }

    private Optional<Performance> baseline() {
        return statistics
                .performance(problem.found())
                .or(() -> SettingStatistics.notCounted(trials, statistics.target(), problem.found()));
    }

    private static boolean notBelow(Settings settings, Settings answer) {
        int pool = settings.pool().orElse(0);
        int answered = answer.pool().orElse(0);
        return pool > answered
                || pool == answered
                        && settings.threads().orElse(0) >= answer.threads().orElse(0);
    }
}
