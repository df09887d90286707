package dev.poolfit.trial;

import dev.poolfit.evidence.Compilation;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Tells what a service that has come under load still has to do until it is warm. Its JIT compiler says so directly,
 * and CPU time a request shows what the compiler and cold caches cost. Both are compared between the last window of at
 * least 20 s and the one before it; the first 40 s are halved.
 */
final class ColdStart {
    private static final int HALVES = 20;
    private static final int WINDOW = 20;

    /** Of CPU time a request, over long windows: over the short ones of {@link WarmUp} noise alone is more. */
    private static final double LEVEL_CPU = 0.03;
    /** Standard errors of a difference of medians. */
    private static final double CERTAIN = 2;
    /** The standard deviation of normal noise over its median distance from the median, 1/Φ⁻¹(3/4). */
    private static final double DEVIATION = 1.4826;
    /** The standard error of a median over that of a mean, √(π/2) for normal noise. */
    private static final double OF_MEDIAN = 1.2533;

    private ColdStart() {}

    /** Returns what is still waited for, given all seconds of load; empty once the service is warm. */
    static Optional<Message> waitsFor(List<Sample> load) {
        int seconds = load.size();
        int quick = WarmUp.FIRST.shortest();
        if (seconds < quick) {
            return Optional.of(Message.of("phase.warming-up"));
        }
        if (seconds < HALVES) {
            return early(load, compiled(load.subList(seconds - quick, seconds)));
        }
        int window = Math.min(WINDOW, seconds / 2);
        List<Sample> last = load.subList(seconds - window, seconds);
        List<Sample> before = load.subList(seconds - 2 * window, seconds - window);
        double compiled = compiled(last).orElse(0);
        return compiled >= Compilation.BUSY || compiled >= Compilation.NOTICEABLE && !jitLevel(load)
                ? Optional.of(compiling(compiled))
                : cpuFalls(cpuPerRequest(before), cpuPerRequest(last));
    }

    /** Judges a short load: an idle compiler and a level CPU time need no long windows, nothing to read needs none. */
    private static Optional<Message> early(List<Sample> load, OptionalDouble compiled) {
        if (compiled.isPresent()) {
            double spent = compiled.getAsDouble();
            return spent < Compilation.IDLE && WarmUp.FIRST.level(load)
                    ? Optional.empty()
                    : Optional.of(compiling(spent));
        }
        return cpuPerRequest(load).length == 0 ? Optional.empty() : Optional.of(Message.of("phase.warming-up"));
    }

    /** Returns whether the last third of the load compiled as much as the third before, which takes two whole windows. */
    private static boolean jitLevel(List<Sample> load) {
        int seconds = load.size();
        int window = Math.max(WINDOW, seconds / 3);
        if (seconds < 2 * window) {
            return false;
        }
        double earlier =
                compiled(load.subList(seconds - 2 * window, seconds - window)).orElse(0);
        double later = compiled(load.subList(seconds - window, seconds)).orElse(0);
        return Compilation.level(earlier, later);
    }

    private static Message compiling(double millisecondsASecond) {
        return Message.of("phase.warming-up-jit", Quantity.time(millisecondsASecond));
    }

    /** Compares medians, since a garbage collection makes single seconds dear. */
    private static Optional<Message> cpuFalls(double[] before, double[] last) {
        if (before.length < 2 || last.length < 2) {
            return Optional.empty();
        }
        double earlier = median(before);
        double fall = earlier - median(last);
        double error = Math.hypot(errorOfMedian(before), errorOfMedian(last));
        return fall > LEVEL_CPU * earlier && fall > CERTAIN * error
                ? Optional.of(Message.of("phase.warming-up-cpu", Quantity.aboutShare(Math.min(1, fall / earlier))))
                : Optional.empty();
    }

    /** Returns milliseconds of compilation a second; empty where they are not read. */
    private static OptionalDouble compiled(List<Sample> window) {
        return window.stream()
                .flatMapToDouble(sample -> sample.get(Metric.JIT_TIME).stream())
                .average();
    }

    /** Returns the CPU time a request of each second in which it can be told. */
    private static double[] cpuPerRequest(List<Sample> window) {
        return window.stream()
                .mapToDouble(sample -> WarmUp.cpuPerRequest(List.of(sample)))
                .filter(Double::isFinite)
                .toArray();
    }

    private static double errorOfMedian(double[] values) {
        double middle = median(values);
        double distance = median(
                Arrays.stream(values).map(each -> Math.abs(each - middle)).toArray());
        return OF_MEDIAN * DEVIATION * distance / Math.sqrt(values.length);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
