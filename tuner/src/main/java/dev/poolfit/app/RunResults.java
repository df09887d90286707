package dev.poolfit.app;

import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Observation;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.Settings;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.KeptRun;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.results.Results;
import dev.poolfit.units.Durations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The trials of one of Poolfit's own runs as results to predict from, with all that was read beside them.
 *
 * @param results one observation for each trial that counts for the run's verdict
 * @param known the experiment's assumptions on the service
 */
record RunResults(Results results, Assumptions known) {
    private static final Set<String> FILES = Set.of("trials.jsonl", "result.json");

    /** Returns whether the path is the folder of a run, or one of the files in it. */
    static boolean at(Path path) {
        Path name = path.getFileName();
        return Files.isDirectory(path)
                ? Files.exists(path.resolve("trials.jsonl"))
                : name != null
                        && FILES.contains(name.toString())
                        && Files.exists(path.resolveSibling("experiment.yaml"));
    }

    /** @throws InvalidExperiment if no trial of the run counts */
    static RunResults of(Path path) {
        Path parent = path.toAbsolutePath().getParent();
        var folder = new RunFolder(Files.isDirectory(path) || parent == null ? path : parent);
        Journal journal = Journal.read(folder);
        KeptRun kept = KeptRun.of(folder);
        Experiment experiment = kept.asked().experiment();
        List<Trial> trials = JudgedTrials.of(journal.trials()).trials();
        List<Observation> observations = Searches.of(folder, kept.asked(), kept.notes())
                .concluded(trials)
                .map(verdict -> verdict.counted(trials))
                .orElse(trials)
                .stream()
                .filter(Trial::valid)
                .map(trial -> observation(trial, experiment))
                .toList();
        if (observations.isEmpty()) {
            throw new InvalidExperiment(
                    List.of(new Problem(0, path.toString(), "must hold a trial that counts, but holds none")));
        }
        return new RunResults(
                new Results("Poolfit's run", observations, List.of()),
                KnownAssumptions.of(experiment, kept.notes(), Settings.NONE));
    }

    private static Observation observation(Trial trial, Experiment experiment) {
        Load load = experiment.load();
        return new Observation(
                experiment.fixed().with(trial.settings()),
                load.shape() instanceof Load.Users closed
                        ? OptionalDouble.of(closed.users())
                        : trial.mean(Metric.USERS),
                load.script().isEmpty() && load.closed()
                        ? OptionalDouble.of(Durations.seconds(load.think()))
                        : OptionalDouble.empty(),
                OptionalDouble.of(trial.throughput().mean()),
                OptionalDouble.of(trial.meanMs()),
                // Responses that straddle two periods count for the one in which they end.
                trial.periods().isPresent()
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(trial.p99Ms().mean()),
                OptionalDouble.of(trial.failedPerSecond()),
                trial.readings().means(),
                1,
                OptionalDouble.empty(),
                "trial " + trial.number());
    }
}
