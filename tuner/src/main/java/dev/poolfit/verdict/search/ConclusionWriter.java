package dev.poolfit.verdict.search;

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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Turns the evidence into a conclusion: chooses the setting; {@link Reasons} says why. */
final class ConclusionWriter {
    /** Nothing is recommended that was seen only once. */
    private static final int LEAST_TRIALS = 2;
    /** Settings that gave so much more when they were run again: the service still becomes faster. */
    private static final double STILL_RISING = 0.05;

    private final SearchProblem problem;
    private final Target target;
    private final SettingStatistics statistics;
    private final Neighbourhood near;
    private final List<Trial> trials;
    private final Reasons reasons;

    ConclusionWriter(
            SearchProblem problem,
            Target target,
            SettingStatistics statistics,
            Neighbourhood near,
            List<Trial> trials) {
        this.trials = trials;
        this.problem = problem;
        this.target = target;
        this.statistics = statistics;
        this.near = near;
        reasons = new Reasons(problem, target, statistics, near);
    }

    /** The smallest setting from the answer on that meets the target beyond its interval. */
    Conclusion conclude(Settings answer, Optional<Settings> below) {
        return conclude(answer, below, Optional.empty());
    }

    /** The highest throughput, with a step below that need not have been tried, for the model predicts it. */
    Conclusion conclude(Settings answer, ModelledStep below) {
        return conclude(answer, Optional.of(below.settings()), Optional.of(below));
    }

    private Conclusion conclude(Settings answer, Optional<Settings> below, Optional<ModelledStep> predicted) {
        Optional<Performance> chosen = problem.goal().maximal()
                ? statistics.performance(answer)
                : statistics.performances().stream()
                        .filter(each -> each.standing() == Standing.MEETS && notBelow(each.settings(), answer))
                        .min(Comparator.comparingInt((Performance each) ->
                                        each.settings().pool().orElse(0))
                                .thenComparingInt(
                                        each -> each.settings().threads().orElse(0)));
        if (chosen.isPresent() && chosen.get().trials() < LEAST_TRIALS) {
            return conclusion(Outcome.INCONCLUSIVE, chosen, Optional.empty(), List.of(reasons.seenOnce(chosen.get())));
        }
        if (chosen.isEmpty()) {
            Performance nearest = statistics.performance(answer).orElseThrow();
            return conclusion(
                    Outcome.INCONCLUSIVE, Optional.of(nearest), Optional.empty(), List.of(reasons.undecided(nearest)));
        }
        Optional<Message> against = reasons.contradicting(chosen.get());
        if (against.isPresent()) {
            return conclusion(Outcome.INCONCLUSIVE, chosen, Optional.empty(), List.of(against.get()));
        }
        Settings settings = chosen.get().settings();
        Optional<Performance> smaller =
                (settings.equals(answer) ? below : near.below(settings)).flatMap(statistics::performance);
        var why = new ArrayList<Message>();
        why.add(reasons.whyThis(chosen.get()));
        why.add(predicted
                .filter(step -> !statistics.tried(step.settings()))
                .map(reasons::whyNotSmaller)
                .orElseGet(() -> reasons.whyNotSmaller(chosen.get(), smaller)));
        reasons.whyNotLarger(chosen.get()).ifPresent(why::add);
        return conclusion(Outcome.RECOMMENDED, chosen, smaller, why);
    }

    /** The highest throughput, where the trials leave models possible under which the answer loses too much. */
    Conclusion tooRisky(Settings answer, double risk) {
        Performance nearest = statistics.performance(answer).orElseThrow();
        return conclusion(
                Outcome.INCONCLUSIVE, Optional.of(nearest), Optional.empty(), List.of(reasons.tooRisky(nearest, risk)));
    }

    /**
     * @param levelledOff the setting beside which a much larger pool gave no more
     */
    Conclusion outOfReach(Settings best, boolean everythingTried, Optional<Settings> levelledOff) {
        Performance nearest = statistics.performance(best).orElseThrow();
        double rise = statistics.rise();
        if (rise > STILL_RISING) {
            return conclusion(
                    Outcome.INCONCLUSIVE,
                    Optional.of(nearest),
                    Optional.empty(),
                    List.of(reasons.nearest(nearest), Message.of("reason.still-rising", Quantity.share(rise))));
        }
        boolean certain = everythingTried && nearest.standing() == Standing.FAILS;
        return conclusion(
                certain ? Outcome.UNREACHABLE : Outcome.INCONCLUSIVE,
                Optional.of(nearest),
                Optional.empty(),
                reasons.whyNone(nearest, certain, levelledOff.flatMap(statistics::performance)));
    }

    Conclusion unmeasurable(Settings settings) {
        return conclusion(
                Outcome.INCONCLUSIVE, Optional.empty(), Optional.empty(), List.of(reasons.untrusted(settings, trials)));
    }

    Conclusion nothingMeasured() {
        return conclusion(Outcome.INCONCLUSIVE, Optional.empty(), Optional.empty(), List.of(reasons.nothingMeasured()));
    }

    private Conclusion conclusion(
            Outcome outcome, Optional<Performance> chosen, Optional<Performance> smaller, List<Message> why) {
        return new Conclusion(
                outcome,
                Gain.with(
                        new Conclusion.Choice(chosen, baseline(), smaller, statistics.performances()),
                        trials,
                        problem.goal().margin().fraction()),
                Conclusion.Grounds.of(why),
                problem.poolLimit());
    }

    /** The initial settings are shown even where none of their trials counts. */
    private Optional<Performance> baseline() {
        Optional<Performance> sound = statistics.performance(problem.found());
        return sound.isPresent()
                ? sound
                : SettingStatistics.ofAll(trials, target).performance(problem.found());
    }

    private static boolean notBelow(Settings settings, Settings answer) {
        int pool = settings.pool().orElse(0);
        int answered = answer.pool().orElse(0);
        return pool > answered
                || pool == answered
                        && settings.threads().orElse(0) >= answer.threads().orElse(0);
    }
}
