package dev.poolfit.benchmarks;

import dev.poolfit.evidence.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.TDistribution;

/** Keeps all repetitions of one model by one simulator. */
final class Measured {
    static final String HEADINGS = String.format(
            "%-31s %-26s %9s %9s %9s  %-28s %-31s %s",
            "model", "simulator", "Mevents/s", "Mreqs/s", "CPU ms", "throughput/s", "response ms", "agrees");

    private final String engine;
    private final String model;
    private final List<Rates> rates = new ArrayList<>();
    private final List<Double> seconds = new ArrayList<>();

    Measured(String engine, String model) {
        this.engine = engine;
        this.model = model;
    }

    String engine() {
        return engine;
    }

    String model() {
        return model;
    }

    void add(Rates repetition, double cpuSeconds) {
        rates.add(repetition);
        seconds.add(cpuSeconds);
    }

    /** Returns whether throughput and response overlap with the other's. */
    boolean agrees(Measured other) {
        return overlap(other, Rates::throughput) && overlap(other, Rates::response);
    }

    String row(String agrees) {
        return String.format(
                Locale.ROOT,
                "%-31s %-26s %9.2f %9.3f %9.2f  %-28s %-31s %s",
                model,
                engine,
                median(Rates::events) / 1e6,
                median(Rates::requests) / 1e6,
                1e3 * middle(seconds.stream().mapToDouble(each -> each).toArray()),
                text(interval(Rates::throughput)),
                text(interval(each -> 1e3 * each.response())),
                agrees);
    }

    String json() {
        Interval throughput = interval(Rates::throughput);
        Interval response = interval(Rates::response);
        return String.format(
                Locale.ROOT,
                "{\"simulator\":\"%s\",\"model\":\"%s\",\"repetitions\":%d,\"eventsPerSecond\":%.0f,"
                        + "\"requestsPerSecond\":%.0f,\"throughput\":[%.4f,%.4f,%.4f],\"response\":[%.6f,%.6f,%.6f]}",
                engine,
                model,
                rates.size(),
                median(Rates::events),
                median(Rates::requests),
                throughput.mean(),
                throughput.low(),
                throughput.high(),
                response.mean(),
                response.low(),
                response.high());
    }

    private boolean overlap(Measured other, ToDoubleFunction<Rates> of) {
        Interval mine = interval(of);
        Interval theirs = other.interval(of);
        return mine.low() <= theirs.high() && theirs.low() <= mine.high();
    }

    /** Returns the median of a count per second of CPU. */
    private double median(ToDoubleFunction<Rates> count) {
        double[] each = new double[rates.size()];
        for (int i = 0; i < each.length; i++) {
            each[i] = count.applyAsDouble(rates.get(i)) / seconds.get(i);
        }
        return middle(each);
    }

    /** The interval of the mean over independent repetitions, at 99.9 %: among a dozen comparisons a false alarm is rare. */
    private Interval interval(ToDoubleFunction<Rates> of) {
        double[] each = rates.stream().mapToDouble(of).toArray();
        double mean = Arrays.stream(each).average().orElseThrow();
        double variance = Arrays.stream(each).map(x -> (x - mean) * (x - mean)).sum() / (each.length - 1);
        double half = TDistribution.of(each.length - 1).inverseSurvivalProbability(0.0005)
                * Math.sqrt(variance / each.length);
        return new Interval(mean, mean - half, mean + half);
    }

    private static double middle(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    private static String text(Interval interval) {
        return String.format(Locale.ROOT, "%.3f (%.3f–%.3f)", interval.mean(), interval.low(), interval.high());
    }
}
