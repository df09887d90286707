package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.OtherPrograms;
import dev.poolfit.evidence.Trial;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A search whose conclusion, whichever it is, also says how much of the machine other programs used. */
public final class SharedMachine implements Search {
    private final Search search;

    public SharedMachine(Search search) {
        this.search = search;
    }

    @Override
    public Decision next(List<Trial> trials, Duration left) {
        Decision decision = search.next(trials, left);
        return decision instanceof Conclusion conclusion
                ? others(trials).map(conclusion::with).orElse(conclusion)
                : decision;
    }

    /** Over the trials that count, if any does: those that do not are told by their flags. */
    private static Optional<Message> others(List<Trial> trials) {
        List<Trial> valid = trials.stream().filter(Trial::valid).toList();
        List<Trial> counted = valid.isEmpty() ? trials : valid;
        double used = mean(counted, Metric.OTHER_CPU);
        double cores = mean(counted, Metric.HOST_CORES);
        return OtherPrograms.matters(used, cores)
                ? Optional.of(Message.of("reason.other-programs", Quantity.cores(used), Quantity.cores(cores)))
                : Optional.empty();
    }

    private static double mean(List<Trial> trials, Metric metric) {
        return trials.stream()
                .flatMapToDouble(trial -> trial.mean(metric).stream())
                .average()
                .orElse(0);
    }
}
