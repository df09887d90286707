package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.RunNoise;
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
 * The probes' figures of each setting over its valid trials, with their intervals.
 *
 * <p>A probe's mean has no interval of its own, and one run cannot tell how far another would lie. As for the model's fit, the
 * noise between runs begins as {@link RunNoise#USUAL} and is corrected by the repeats of all settings.
 */
final class ProbeStatistics {
    private final Map<Settings, List<Trial>> runs = new LinkedHashMap<>();

    ProbeStatistics(List<Trial> trials) {
        trials.stream()
                .filter(Trial::valid)
                .forEach(trial -> runs.computeIfAbsent(trial.settings(), ignored -> new ArrayList<>())
                        .add(trial));
    }

    /** Returns the settings at which all of these are known. */
    Stream<Settings> settings(Indicator... figures) {
        return runs.keySet().stream()
                .filter(each ->
                        Stream.of(figures).allMatch(figure -> at(each, figure).isPresent()));
    }

    List<Trial> trials(Settings settings) {
        return runs.getOrDefault(settings, List.of());
    }

    /** Returns a figure over the runs of a setting; empty where none of them shows it. */
    Optional<Interval> at(Settings settings, Indicator figure) {
        double[] seen = seen(trials(settings), figure);
        if (seen.length == 0) {
            return Optional.empty();
        }
        double mean = mean(seen);
        double half = Math.abs(mean) * Math.expm1(noise(figure).half(seen.length, 1, Statistics.ALPHA));
        return Optional.of(new Interval(mean, mean - half, mean + half));
    }

    double mean(Settings settings, Indicator figure) {
        return mean(seen(trials(settings), figure));
    }

    /** Returns the setting among these at which a figure is least. */
    Optional<Settings> least(Stream<Settings> among, Indicator figure) {
        return among.min(Comparator.comparingDouble(each -> mean(each, figure)));
    }

    private RunNoise noise(Indicator figure) {
        RunNoise noise = RunNoise.USUAL;
        for (List<Trial> group : runs.values()) {
            noise = noise.andRuns(seen(group, figure));
        }
        return noise;
    }

    private static double[] seen(List<Trial> trials, Indicator figure) {
        return trials.stream()
                .flatMapToDouble(trial -> figure.of(trial).stream())
                .toArray();
    }

    private static double mean(double[] values) {
        return java.util.Arrays.stream(values).average().orElse(0);
    }
}
