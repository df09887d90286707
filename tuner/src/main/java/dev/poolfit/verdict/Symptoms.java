package dev.poolfit.verdict;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the valid trials show of each setting, every figure with its interval.
 *
 * <p>A probe's mean has no interval of its own, and one run cannot tell how far another would lie. As for the model's
 * fit, runs of one setting are taken to differ by 2 % before any data, as if four runs had shown it; repeats, pooled over
 * all settings on the log scale, correct that.
 */
final class Symptoms {
    private static final double USUAL_NOISE = 0.02;
    private static final double USUAL_DEGREES = 4;

    private final Map<Settings, List<Trial>> runs = new LinkedHashMap<>();

    Symptoms(List<Trial> trials) {
        trials.stream()
                .filter(Trial::valid)
                .forEach(trial -> runs.computeIfAbsent(trial.settings(), ignored -> new ArrayList<>())
                        .add(trial));
    }

    /** The settings at which these can all be told. */
    Stream<Settings> settings(Figure... figures) {
        return runs.keySet().stream()
                .filter(each ->
                        Stream.of(figures).allMatch(figure -> at(each, figure).isPresent()));
    }

    List<Trial> trials(Settings settings) {
        return runs.getOrDefault(settings, List.of());
    }

    /** A figure over the runs of a setting; empty where none of them shows it. */
    Optional<Interval> at(Settings settings, Figure figure) {
        double[] seen = seen(trials(settings), figure);
        if (seen.length == 0) {
            return Optional.empty();
        }
        double mean = mean(seen);
        double half = Math.abs(mean) * Math.expm1(deviations(figure) / Math.sqrt(seen.length));
        return Optional.of(new Interval(mean, mean - half, mean + half));
    }

    double mean(Settings settings, Figure figure) {
        return mean(seen(trials(settings), figure));
    }

    /** The setting among these at which a figure is least. */
    Optional<Settings> least(Stream<Settings> among, Figure figure) {
        return among.min(Comparator.comparingDouble(each -> mean(each, figure)));
    }

    /** How far one run may lie from the mean, as a difference of logarithms. */
    private double deviations(Figure figure) {
        double squares = USUAL_DEGREES * USUAL_NOISE * USUAL_NOISE;
        double degrees = USUAL_DEGREES;
        for (List<Trial> group : runs.values()) {
            double[] seen = seen(group, figure);
            double[] logs = java.util.Arrays.stream(seen)
                    .filter(value -> value > 0)
                    .map(Math::log)
                    .toArray();
            double mean = mean(logs);
            for (double log : logs) {
                squares += (log - mean) * (log - mean);
            }
            degrees += Math.max(0, logs.length - 1);
        }
        return Statistics.tQuantile(degrees) * Math.sqrt(squares / degrees);
    }

    private static double[] seen(List<Trial> trials, Figure figure) {
        return trials.stream()
                .flatMapToDouble(trial -> figure.of(trial).stream())
                .toArray();
    }

    private static double mean(double[] values) {
        return java.util.Arrays.stream(values).average().orElse(0);
    }
}
