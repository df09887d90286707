package dev.poolfit.verdict.forecast;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.AdvancePrediction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Tells how well the model predicted what was not measured yet: a trial keeps what was expected of it when it was planned. A fit is
 * always near the trials that it was fitted to; only this shows what it is worth for others.
 */
public final class AdvancePredictions {
    private AdvancePredictions() {}

    /** By what share of what was measured the model was off in the mean; empty where it predicted nothing that was measured. */
    public static OptionalDouble error(List<Trial> trials) {
        return of(trials).stream().mapToDouble(each -> Math.abs(each.error())).average();
    }

    /** Returns whether the model may decide: it knew to within the margin what trials would show, and there were such trials. */
    public static boolean within(double margin, List<Trial> trials) {
        return error(trials).orElse(Double.POSITIVE_INFINITY) <= margin;
    }

    /** Of every setting, when it was tried for the first time; by load. */
    public static List<AdvancePrediction> of(List<Trial> trials) {
        var loads = new TreeMap<Integer, List<Trial>>();
        trials.stream()
                .filter(trial -> trial.valid() && trial.throughput().mean() > 0)
                .forEach(trial -> loads.computeIfAbsent(trial.load(), load -> new ArrayList<>())
                        .add(trial));
        var tried = new HashSet<Settings>();
        var predictions = new ArrayList<AdvancePrediction>();
        for (List<Trial> load : loads.values()) {
            double speed = Math.exp(load.stream()
                    .filter(trial -> trial.predicted().isPresent() && tried.contains(trial.settings()))
                    .mapToDouble(trial -> Math.log(
                            trial.throughput().mean() / trial.predicted().getAsDouble()))
                    .average()
                    .orElse(0));
            load.stream()
                    .filter(trial -> trial.predicted().isPresent() && !tried.contains(trial.settings()))
                    .forEach(trial -> predictions.add(new AdvancePrediction(
                            trial.settings(),
                            speed * trial.predicted().getAsDouble(),
                            trial.throughput().mean())));
            load.forEach(trial -> tried.add(trial.settings()));
        }
        return predictions;
    }
}
