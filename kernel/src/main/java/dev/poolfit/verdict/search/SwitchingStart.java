package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Trial;
import dev.poolfit.evidence.TrialJudge;
import dev.poolfit.plan.Role;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.RealSizes;
import dev.poolfit.verdict.comparison.SliceLengths;
import dev.poolfit.verdict.comparison.Switchability;
import dev.poolfit.verdict.comparison.SwitchingMethod;
import dev.poolfit.verdict.reason.Condition;
import dev.poolfit.verdict.rule.Evidence;
import dev.poolfit.verdict.rule.Move;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** The evidence of {@link SwitchingSearch} before it compares anything: whether settings can be compared under one load. */
final class SwitchingStart extends Evidence {
    private final RealSizes realSizes;
    private final SwitchingMethod method;
    private final Optional<Condition.ShortSlices> shortSlices;
    private final JudgedTrials judged;
    private final Switchability switchability;
    private final Search fallback;

    SwitchingStart(SearchProblem problem, List<Trial> trials, Duration left, Search fallback) {
        super(problem, trials, left);
        // Held against what counted when they were compared: later trials must not undo it.
        realSizes = new RealSizes(
                trials,
                within(trials.stream()
                                .takeWhile(each -> each.role() != Role.REAL_SIZE)
                                .toList())
                        .trials());
        if (problem.limited() && !realSizes.contradict()) {
            method = SwitchingMethod.WITHIN_POOL;
            List<Trial> others = RealSizes.others(trials);
            judged = within(others);
            shortSlices = shortSlices(others);
        } else {
            method = SwitchingMethod.RESIZED;
            var all = new JudgedTrials(trials);
            judged = (realSizes.contradict() ? all.by(TrialJudge.NOT_AS_REAL) : all).by(TrialJudge.CARRY_OVER);
            shortSlices = Optional.empty();
        }
        switchability = new Switchability(judged, problem.load().think(), method);
        this.fallback = fallback;
    }

    /** Judges what counts within the pool: there the service counts who comes and who is served, which tells a crowd from a slower machine. */
    private static JudgedTrials within(List<Trial> trials) {
        return new JudgedTrials(trials).by(TrialJudge.COLD_COMPARISON);
    }

    private static Optional<Condition.ShortSlices> shortSlices(List<Trial> trials) {
        return new SliceLengths(
                        new JudgedTrials(trials).by(TrialJudge.COLD_COMPARISON).trials())
                .differ();
    }

    SwitchingMethod method() {
        return method;
    }

    RealSizes realSizes() {
        return realSizes;
    }

    /** Returns what was seen in short slices and in longer ones, where they differ. */
    Optional<Condition.ShortSlices> shortSlices() {
        return shortSlices;
    }

    JudgedTrials judged() {
        return judged;
    }

    /** The only trial so far does not count because of what happened meanwhile; within the pool that hits all settings alike. */
    Optional<Move> again() {
        boolean unsteady = method == SwitchingMethod.RESIZED
                && trials().size() == 1
                && !trials().get(0).valid()
                && EnumSet.of(Flag.NOT_STEADY, Flag.OTHER_PROGRAMS)
                        .containsAll(trials().get(0).flags());
        return unsteady ? tried(initial(), 2) : Optional.empty();
    }

    /** Something speaks against switching: settings have trials of their own. */
    Optional<Move> withoutSwitching() {
        return switchability.against().flatMap(against -> said(apart(against)));
    }

    private Decision apart(Condition against) {
        Decision decision = fallback.next(judged.trials(), left());
        return decision instanceof Conclusion conclusion
                ? conclusion.counting(judged).with(against)
                : decision;
    }
}
