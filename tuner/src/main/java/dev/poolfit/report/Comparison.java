package dev.poolfit.report;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Choice;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The settings that a reader compares: before, the answer, and the step below it. */
enum Comparison {
    BEFORE,
    /** The initial settings, if none of their trials is valid. */
    BEFORE_NOT_COUNTED,
    /** The initial settings, if they were measured at another time than the answer. */
    BEFORE_APART,
    ONE_STEP_BELOW,
    RECOMMENDED,
    NEAREST_TO_THE_GOAL;

    /** Chooses the settings that there are, in the order in which they are shown. */
    static Map<Comparison, Performance> of(Run run) {
        Conclusion conclusion = run.conclusion();
        var rows = new EnumMap<Comparison, Performance>(Comparison.class);
        conclusion.baseline().ifPresent(each -> rows.put(before(conclusion.choice()), each));
        conclusion.smaller().ifPresent(each -> rows.put(ONE_STEP_BELOW, each));
        conclusion
                .recommended()
                .ifPresent(each -> rows.put(
                        conclusion.outcome() == Outcome.RECOMMENDED ? RECOMMENDED : NEAREST_TO_THE_GOAL, each));
        return rows;
    }

    private static Comparison before(Choice choice) {
        if (choice.apart()) {
            return BEFORE_APART;
        }
        return choice.baselineCounts() ? BEFORE : BEFORE_NOT_COUNTED;
    }

    /** Returns the answer's throughput as a multiple of that of the initial settings. */
    static Optional<Interval> ratio(Run run) {
        return run.conclusion().outcome() == Outcome.RECOMMENDED
                ? run.conclusion().choice().gain()
                : Optional.empty();
    }

    /** Compares the answer with the initial settings, such as {@code ×3.8 the throughput with 4 fewer connections}. */
    static Optional<Message> gain(Run run) {
        Optional<Interval> ratio = ratio(run);
        if (ratio.isEmpty()) {
            return Optional.empty();
        }
        Settings before = run.conclusion().baseline().orElseThrow().settings();
        Settings after = run.conclusion().recommended().orElseThrow().settings();
        if (Phrases.tuned(run, before).equals(Phrases.tuned(run, after))) {
            return Optional.of(Message.of("gain.none"));
        }
        boolean different = ratio.get().against(1) != Interval.Side.OPEN;
        String range = Figures.times(ratio.get().low()).substring(1) + "–"
                + Figures.times(ratio.get().high()).substring(1);
        var throughput = Message.of(
                different ? "gain.different" : "gain.no-difference",
                Figures.times(ratio.get().mean()),
                range);
        if (!before.has(Knob.POOL) || !after.has(Knob.POOL)) {
            return Optional.of(Message.of("gain", throughput));
        }
        int more = after.count(Knob.POOL) - before.count(Knob.POOL);
        return Optional.of(
                more == 0
                        ? Message.of("gain.same-pool", throughput)
                        : Message.of(more > 0 ? "gain.larger-pool" : "gain.smaller-pool", throughput, Math.abs(more)));
    }
}
