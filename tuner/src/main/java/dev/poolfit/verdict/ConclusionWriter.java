package dev.poolfit.verdict;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Sentence;
import dev.poolfit.verdict.Candidates.ModelledStep;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance.Standing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Turns the evidence into a conclusion: chooses the setting; {@link Reasons} says why. */
final class ConclusionWriter {
    /** Nothing is recommended that was seen only once. */
    private static final int LEAST_TRIALS = 2;

    private final Question question;
    private final Target target;
    private final Appraisal appraisal;
    private final Neighbourhood near;
    private final List<Trial> trials;
    private final Reasons reasons;

    ConclusionWriter(Question question, Target target, Appraisal appraisal, Neighbourhood near, List<Trial> trials) {
        this.trials = trials;
        this.question = question;
        this.target = target;
        this.appraisal = appraisal;
        this.near = near;
        reasons = new Reasons(question, target, appraisal, near);
    }

    /** The smallest setting from the answer on that meets the target beyond its interval. */
    Conclusion conclude(Settings answer, Optional<Settings> below) {
        Optional<Performance> chosen = question.goal().maximal()
                ? appraisal.performance(answer)
                : appraisal.performances().stream()
                        .filter(each -> each.standing() == Standing.MEETS && notBelow(each.settings(), answer))
                        .min(Comparator.comparingInt((Performance each) ->
                                        each.settings().pool().orElse(0))
                                .thenComparingInt(
                                        each -> each.settings().threads().orElse(0)));
        if (chosen.isPresent() && chosen.get().trials() < LEAST_TRIALS) {
            return conclusion(Outcome.INCONCLUSIVE, chosen, Optional.empty(), List.of(reasons.seenOnce(chosen.get())));
        }
        if (chosen.isEmpty()) {
            Performance nearest = appraisal.performance(answer).orElseThrow();
            return conclusion(
                    Outcome.INCONCLUSIVE, Optional.of(nearest), Optional.empty(), List.of(reasons.undecided(nearest)));
        }
        Settings settings = chosen.get().settings();
        Optional<Performance> smaller =
                (settings.equals(answer) ? below : near.below(settings)).flatMap(appraisal::performance);
        var why = new ArrayList<Sentence>();
        why.add(reasons.whyThis(chosen.get()));
        why.add(reasons.whyNotSmaller(chosen.get(), smaller));
        reasons.whyNotLarger(chosen.get()).ifPresent(why::add);
        return conclusion(Outcome.RECOMMENDED, chosen, smaller, why);
    }

    /** The highest throughput, with a step below that need not have been tried, for the model tells of it. */
    Conclusion conclude(Settings answer, ModelledStep below) {
        Conclusion conclusion = conclude(answer, Optional.of(below.settings()));
        if (conclusion.outcome() != Outcome.RECOMMENDED || appraisal.tried(below.settings())) {
            return conclusion;
        }
        var why = new ArrayList<>(conclusion.reasons());
        why.set(1, reasons.whyNotSmaller(below));
        return conclusion(Outcome.RECOMMENDED, conclusion.recommended(), conclusion.smaller(), why);
    }

    /** The highest throughput, where the trials leave models possible under which the answer loses too much. */
    Conclusion tooRisky(Settings answer, double risk) {
        Performance nearest = appraisal.performance(answer).orElseThrow();
        return conclusion(
                Outcome.INCONCLUSIVE, Optional.of(nearest), Optional.empty(), List.of(reasons.tooRisky(nearest, risk)));
    }

    Conclusion outOfReach(Settings best, boolean everythingTried) {
        Performance nearest = appraisal.performance(best).orElseThrow();
        boolean certain = everythingTried && nearest.standing() == Standing.FAILS;
        return conclusion(
                certain ? Outcome.UNREACHABLE : Outcome.INCONCLUSIVE,
                Optional.of(nearest),
                Optional.empty(),
                reasons.whyNone(nearest, certain));
    }

    Conclusion unmeasurable(Settings settings) {
        return conclusion(
                Outcome.INCONCLUSIVE, Optional.empty(), Optional.empty(), List.of(reasons.untrusted(settings, trials)));
    }

    Conclusion nothingMeasured() {
        return conclusion(Outcome.INCONCLUSIVE, Optional.empty(), Optional.empty(), List.of(reasons.nothingMeasured()));
    }

    private Conclusion conclusion(
            Outcome outcome, Optional<Performance> chosen, Optional<Performance> smaller, List<Sentence> why) {
        return new Conclusion(
                outcome,
                chosen,
                baseline(),
                smaller,
                appraisal.performances(),
                why,
                List.of(),
                question.poolLimit(),
                Optional.empty());
    }

    /** The settings found at the start are shown even where none of their trials counts. */
    private Optional<Performance> baseline() {
        Optional<Performance> sound = appraisal.performance(question.found());
        return sound.isPresent() ? sound : Appraisal.ofAll(trials, target).performance(question.found());
    }

    private static boolean notBelow(Settings settings, Settings answer) {
        int pool = settings.pool().orElse(0);
        int answered = answer.pool().orElse(0);
        return pool > answered
                || pool == answered
                        && settings.threads().orElse(0) >= answer.threads().orElse(0);
    }
}
