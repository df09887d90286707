package dev.poolfit.compare;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.report.Run;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;

/**
 * A run that is compared.
 *
 * @param name the name of its folder
 * @param run its results
 * @param cores the cores of the machine that measured it
 * @param serviceCores the cores that the service might use, where its JVM told
 */
public record ComparedRun(String name, Run run, int cores, OptionalDouble serviceCores) {
    /** Returns the recommended setting, or the nearest to the goal. */
    public Optional<Performance> answer() {
        return run.conclusion().recommended();
    }

    /** Returns whether the answer meets the goal. */
    public boolean recommends() {
        return run.conclusion().outcome() == Outcome.RECOMMENDED;
    }

    /** Returns whether it is decided which setting is the smallest that meets the goal. */
    boolean decides() {
        return recommends() && !run.conclusion().smallestOpen();
    }

    /** Returns the connections of the answer. */
    public OptionalInt pool() {
        return answer().map(each -> each.settings().pool()).orElse(OptionalInt.empty());
    }

    /** Returns the threads of the answer, where they were tuned. */
    public OptionalInt threads() {
        return run.question().space().tunes(Knob.THREADS)
                ? answer().map(each -> each.settings().threads()).orElse(OptionalInt.empty())
                : OptionalInt.empty();
    }

    /** Returns the mean time that a connection is held at the answer, in milliseconds; empty where that was not read. */
    public OptionalDouble holdMs() {
        return mean(trial -> trial.mean(Metric.USAGE).orElse(Double.NaN));
    }

    /** Returns the CPU of the service for each response at the answer, in milliseconds. */
    public OptionalDouble cpuMs() {
        return mean(trial -> 1e3
                * trial.mean(Metric.SERVICE_CPU).orElse(Double.NaN)
                / trial.throughput().mean());
    }

    /** Returns the mean over the trials at the answer that count, weighted by their measured time. */
    private OptionalDouble mean(ToDoubleFunction<Trial> figure) {
        List<Trial> own = run.trials().stream()
                .filter(Trial::valid)
                .filter(trial -> answer().filter(each -> each.settings().equals(trial.settings()))
                        .isPresent())
                .filter(trial -> Double.isFinite(figure.applyAsDouble(trial)))
                .toList();
        double seconds = own.stream()
                .mapToDouble(trial -> trial.span().measuredSeconds())
                .sum();
        return seconds == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(own.stream()
                                .mapToDouble(trial -> figure.applyAsDouble(trial)
                                        * trial.span().measuredSeconds())
                                .sum()
                        / seconds);
    }

    /**
     * Returns the throughput of this answer as a multiple of another one's; empty where an interval of either is not known. The
     * intervals are taken as independent, and their ratio as log-normal (delta method).
     */
    public Optional<Interval> over(ComparedRun other) {
        return logError().isPresent() && other.logError().isPresent()
                ? Optional.of(ratio(
                        answer().orElseThrow().throughput().mean()
                                / other.answer().orElseThrow().throughput().mean(),
                        Math.hypot(logError().getAsDouble(), other.logError().getAsDouble())))
                : Optional.empty();
    }

    private static Interval ratio(double mean, double half) {
        return new Interval(mean, mean * Math.exp(-half), mean * Math.exp(half));
    }

    /** Returns half the interval of the answer's throughput on the log scale. */
    private OptionalDouble logError() {
        return answer().map(Performance::throughput)
                .filter(each -> each.low() > 0 && Double.isFinite(each.high()))
                .map(each -> OptionalDouble.of(Math.log(each.high() / each.low()) / 2))
                .orElse(OptionalDouble.empty());
    }
}
