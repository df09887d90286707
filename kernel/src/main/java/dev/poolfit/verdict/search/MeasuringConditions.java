package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Compilation;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.OtherPrograms;
import dev.poolfit.evidence.Trial;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.reason.Condition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A search whose conclusion, whichever it is, also says what of machine and JVM may have disturbed the trials. */
public final class MeasuringConditions implements Search {
    private final Search search;

    public MeasuringConditions(Search search) {
        this.search = search;
    }

    @Override
    public Decision next(List<Trial> trials, Duration left) {
        Decision decision = search.next(trials, left);
        if (!(decision instanceof Conclusion conclusion)) {
            return decision;
        }
        // Over the trials that count, if any does. How many the search left out as cold it says itself.
        List<Trial> valid =
                conclusion.counted(trials).stream().filter(Trial::valid).toList();
        List<Trial> counted = valid.isEmpty() ? trials : valid;
        Conclusion ended = conclusion;
        for (Condition each : Stream.of(others(counted), compiling(counted))
                .flatMap(Optional::stream)
                .filter(each -> conclusion.reasons().stream().noneMatch(said -> said.getClass() == each.getClass()))
                .toList()) {
            ended = ended.with(each);
        }
        return ended;
    }

    /** The warm-up ends with its share of the budget at the latest. */
    private static Optional<Condition> compiling(List<Trial> counted) {
        double milliseconds = mean(counted, Metric.JIT_TIME);
        return milliseconds >= Compilation.COLD
                ? Optional.of(new Condition.StillCompiling(milliseconds))
                : Optional.empty();
    }

    private static Optional<Condition> others(List<Trial> counted) {
        double used = mean(counted, Metric.OTHER_CPU);
        double cores = mean(counted, Metric.HOST_CORES);
        return OtherPrograms.matters(used, cores)
                ? Optional.of(new Condition.ProgramsBeside(used, cores))
                : Optional.empty();
    }

    private static double mean(List<Trial> trials, Metric metric) {
        return trials.stream()
                .flatMapToDouble(trial -> trial.mean(metric).stream())
                .average()
                .orElse(0);
    }
}
