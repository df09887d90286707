package dev.poolfit.model.fit;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Observation;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Limits;
import dev.poolfit.units.Durations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Prepares the trials of a run for the fit. */
final class TrialRows {
    /** A shorter pause, in seconds, is the time that the script itself takes. */
    private static final double SHORTEST_THINK = 0.001;

    private TrialRows() {}

    /** Prepares the valid trials of a run, those of one setting as one row. */
    static Rows of(List<Trial> trials, Load load, Assumptions assumed) {
        Map<Settings, List<Trial>> bySettings = new LinkedHashMap<>();
        trials.stream()
                .filter(trial -> trial.valid() && trial.throughput().mean() > 0)
                .forEach(trial -> bySettings
                        .computeIfAbsent(trial.settings(), ignored -> new ArrayList<>())
                        .add(trial));
        var rows = new ArrayList<Row>();
        bySettings.forEach((settings, runs) -> {
            Observation seen = merged(settings, runs);
            double peak = load.peakUsers();
            double present = load.shape() instanceof Load.Stages || load.shape() instanceof Load.Scripted
                    ? seen.probe(Metric.USERS).orElse(peak)
                    : peak;
            OptionalInt users =
                    load.closed() ? OptionalInt.of((int) Math.max(1, Math.round(present))) : OptionalInt.empty();
            OptionalDouble arrivals = load.shape() instanceof Load.Open open
                    ? OptionalDouble.of(open.rate().perSecond())
                    : OptionalDouble.empty();
            rows.add(new Row(
                    seen,
                    Limits.of(assumed.completed(settings)),
                    users,
                    OptionalDouble.of(
                            load.script().isPresent() ? thinkSeen(seen, present) : Durations.seconds(load.think())),
                    arrivals,
                    0));
        });
        return new Rows(rows, List.of(), List.of());
    }

    /** Derives a script's pause between two requests of a user, in seconds, by Little's law: Z = N/X − R. */
    private static double thinkSeen(Observation seen, double users) {
        double rate = seen.throughput().orElse(0) + seen.errorsPerSecond().orElse(0);
        double think = users / rate - seen.meanMs().orElse(0) / 1_000;
        return think > SHORTEST_THINK ? think : 0;
    }

    private static Observation merged(Settings settings, List<Trial> runs) {
        double[] rates =
                runs.stream().mapToDouble(run -> run.throughput().mean()).toArray();
        double mean = Arrays.stream(rates).average().orElseThrow();
        double squares =
                Arrays.stream(rates).map(rate -> (rate - mean) * (rate - mean)).sum();
        var probes = new EnumMap<Metric, Double>(Metric.class);
        for (Metric metric : Metric.values()) {
            runs.stream()
                    .flatMapToDouble(run -> run.mean(metric).stream())
                    .average()
                    .ifPresent(value -> probes.put(metric, value));
        }
        return new Observation(
                settings,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.of(mean),
                runs.stream().mapToDouble(Trial::meanMs).average(),
                runs.stream()
                        .filter(run -> run.periods().isEmpty())
                        .mapToDouble(run -> run.p99Ms().mean())
                        .average(),
                runs.stream().mapToDouble(Trial::failedPerSecond).average(),
                probes,
                runs.size(),
                runs.size() > 1
                        ? OptionalDouble.of(Math.sqrt(squares / (runs.size() - 1)) / mean)
                        : OptionalDouble.empty(),
                settings.toString());
    }
}
