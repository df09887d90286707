package dev.poolfit.report;

import dev.poolfit.experiment.Knob;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The settings that a reader compares: what was there, the answer, the step below it. */
final class Comparison {
    private Comparison() {}

    /** Each with its label, such as {@code before}. */
    static Map<String, Performance> of(Run run) {
        Conclusion conclusion = run.conclusion();
        var rows = new LinkedHashMap<String, Performance>();
        conclusion.baseline().ifPresent(each -> rows.put("before", each));
        conclusion.smaller().ifPresent(each -> rows.put("one step below", each));
        conclusion
                .recommended()
                .ifPresent(each -> rows.put(
                        conclusion.outcome() == Outcome.RECOMMENDED ? "recommended" : "nearest to the goal", each));
        return rows;
    }

    /** How the answer compares with what was there, such as {@code ×3.8 the throughput with 4 fewer connections}. */
    static Optional<String> gain(Run run) {
        Conclusion conclusion = run.conclusion();
        if (conclusion.outcome() != Outcome.RECOMMENDED
                || conclusion.baseline().isEmpty()
                || conclusion.recommended().isEmpty()) {
            return Optional.empty();
        }
        Performance before = conclusion.baseline().get();
        Performance after = conclusion.recommended().get();
        if (Phrases.tuned(run, before.settings()).equals(Phrases.tuned(run, after.settings()))) {
            return Optional.of("The setting found at the start is the answer.");
        }
        if (!(before.throughput().mean() > 0)) {
            return Optional.empty();
        }
        return Optional.of(
                Figures.times(after.throughput().mean() / before.throughput().mean()) + " the throughput"
                        + connections(before, after) + ".");
    }

    private static String connections(Performance before, Performance after) {
        if (!before.settings().has(Knob.POOL) || !after.settings().has(Knob.POOL)) {
            return "";
        }
        long more = after.settings().get(Knob.POOL) - before.settings().get(Knob.POOL);
        return more == 0
                ? " with as many connections"
                : " with " + Phrases.count(Math.abs(more), (more > 0 ? "more" : "fewer") + " connection");
    }
}
