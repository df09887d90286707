package dev.poolfit.report;

import dev.poolfit.experiment.Knob;
import dev.poolfit.units.Sentence;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The settings that a reader compares: what was there, the answer, the step below it. */
enum Comparison {
    BEFORE,
    ONE_STEP_BELOW,
    RECOMMENDED,
    NEAREST_TO_THE_GOAL;

    /** Those that there are, in the order in which they are shown. */
    static Map<Comparison, Performance> of(Run run) {
        Conclusion conclusion = run.conclusion();
        var rows = new EnumMap<Comparison, Performance>(Comparison.class);
        conclusion.baseline().ifPresent(each -> rows.put(BEFORE, each));
        conclusion.smaller().ifPresent(each -> rows.put(ONE_STEP_BELOW, each));
        conclusion
                .recommended()
                .ifPresent(each -> rows.put(
                        conclusion.outcome() == Outcome.RECOMMENDED ? RECOMMENDED : NEAREST_TO_THE_GOAL, each));
        return rows;
    }

    /** How the answer compares with what was there, such as {@code ×3.8 the throughput with 4 fewer connections}. */
    static Optional<Sentence> gain(Run run) {
        Conclusion conclusion = run.conclusion();
        if (conclusion.outcome() != Outcome.RECOMMENDED
                || conclusion.baseline().isEmpty()
                || conclusion.recommended().isEmpty()) {
            return Optional.empty();
        }
        Performance before = conclusion.baseline().get();
        Performance after = conclusion.recommended().get();
        if (Phrases.tuned(run, before.settings()).equals(Phrases.tuned(run, after.settings()))) {
            return Optional.of(Sentence.of("gain.none"));
        }
        if (!(before.throughput().mean() > 0)) {
            return Optional.empty();
        }
        String times =
                Figures.times(after.throughput().mean() / before.throughput().mean());
        if (!before.settings().has(Knob.POOL) || !after.settings().has(Knob.POOL)) {
            return Optional.of(Sentence.of("gain", times));
        }
        long more = after.settings().get(Knob.POOL) - before.settings().get(Knob.POOL);
        return Optional.of(
                more == 0
                        ? Sentence.of("gain.same-pool", times)
                        : Sentence.of(more > 0 ? "gain.larger-pool" : "gain.smaller-pool", times, Math.abs(more)));
    }
}
