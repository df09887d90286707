package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The record of a run: each trial is on the disk before the next begins. */
public final class Journal {
    private final RunFolder folder;
    private final List<Trial> trials = new ArrayList<>();
    /** A crash cut the last line off; it goes when the next trial is written. */
    private boolean torn;

    private Journal(RunFolder folder) {
        this.folder = folder;
    }

    /** Begins a record; an earlier one in the folder is moved aside. */
    public static Journal begin(RunFolder folder, String experiment) {
        folder.prepare();
        DurableFiles.replace(folder.experiment(), experiment.endsWith("\n") ? experiment : experiment + "\n");
        return new Journal(folder);
    }

    /**
     * Reads the record of a run, to go on with it or to report it.
     *
     * @throws EnvironmentFailure if there is none
     */
    public static Journal read(RunFolder folder) {
        if (!folder.holdsRun()) {
            throw new EnvironmentFailure(
                    folder.path() + " holds no run", "name the folder that tune or demo printed at its end");
        }
        var journal = new Journal(folder);
        if (Files.exists(folder.trials())) {
            List<String> lines = lines(folder.trials());
            for (int i = 0; i < lines.size(); i++) {
                try {
                    journal.trials.add(TrialCodec.trial(lines.get(i)));
                } catch (RuntimeException malformed) {
                    if (i < lines.size() - 1) {
                        throw new EnvironmentFailure(
                                folder.trials() + " is damaged in line " + (i + 1),
                                "remove that line; the other trials can still be used",
                                malformed);
                    }
                    journal.torn = true;
                }
            }
        }
        return journal;
    }

    /** Writes a trial and its series, and waits until the disk has them. */
    public void append(Trial trial, List<Sample> series) {
        DurableFiles.replace(folder.series(trial.number()), SeriesCodec.csv(series));
        if (torn) {
            DurableFiles.replace(
                    folder.trials(),
                    trials.stream().map(each -> TrialCodec.line(each) + "\n").collect(Collectors.joining()));
            torn = false;
        }
        DurableFiles.append(folder.trials(), TrialCodec.line(trial));
        trials.add(trial);
    }

    /** The text of the experiment that the run is about, as it was when the run began. */
    public String experiment() {
        return String.join("\n", lines(folder.experiment())) + "\n";
    }

    public List<Trial> trials() {
        return List.copyOf(trials);
    }

    /** The series of all trials whose files are there, by trial number. */
    public Map<Integer, List<Sample>> series() {
        var series = new HashMap<Integer, List<Sample>>();
        for (Trial trial : trials) {
            if (Files.exists(folder.series(trial.number()))) {
                series.put(trial.number(), SeriesCodec.series(lines(folder.series(trial.number()))));
            }
        }
        return series;
    }

    private static List<String> lines(java.nio.file.Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException failed) {
            throw new EnvironmentFailure(
                    "cannot read " + file + " (" + failed.getMessage() + ")", "check its rights", failed);
        }
    }
}
