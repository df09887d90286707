package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.evidence.Sample;
import dev.poolfit.units.Message;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Keeps the record of a run: each trial is on the disk before the next begins. */
public final class Journal {
    private final RunFolder folder;
    private final List<MeasuredTrial> trials = new ArrayList<>();
    /** Tells that a crash cut the last line off; what is left of it goes when the next trial is written. */
    private boolean torn;

    private Journal(RunFolder folder) {
        this.folder = folder;
    }

    /**
     * Begins a record; moves an earlier one in the folder aside.
     *
     * @param experiment the text of the experiment file
     * @throws EnvironmentFailure if the folder cannot be written
     */
    public static Journal begin(RunFolder folder, String experiment) {
        folder.prepare();
        DurableFiles.replace(folder.experiment(), experiment.endsWith("\n") ? experiment : experiment + "\n");
        return new Journal(folder);
    }

    /**
     * Reads the record of a run, to go on with it or to report it.
     *
     * @throws NoRun if there is none
     * @throws EnvironmentFailure if it is damaged other than by a crash
     */
    public static Journal read(RunFolder folder) {
        if (!folder.holdsRun()) {
            throw new NoRun(folder.path());
        }
        var journal = new Journal(folder);
        if (Files.exists(folder.trials())) {
            List<byte[]> lines = DurableFiles.lines(folder.trials());
            for (int i = 0; i < lines.size() - 1; i++) {
                try {
                    journal.add(lines.get(i));
                } catch (IllegalArgumentException damaged) {
                    throw new EnvironmentFailure(
                            folder.trials() + " is damaged in line " + (i + 1) + ": " + damaged.getMessage(),
                            "remove that line; the other trials can still be used",
                            damaged);
                }
            }
            journal.addTorn(lines.get(lines.size() - 1));
        }
        return journal;
    }

    private void add(byte[] line) {
        String text = DurableFiles.text(line);
        if (!text.isBlank()) {
            MeasuredTrial trial = TrialCodec.trial(text);
            if (trial.number() < nextNumber()) {
                throw new IllegalArgumentException("number must be at least " + nextNumber()
                        + ", after the line before, but is " + trial.number());
            }
            trials.add(trial);
        }
    }

    /** Adds what follows the last line break: nothing, or as much of a line as a crash left. */
    private void addTorn(byte[] rest) {
        torn = rest.length > 0;
        try {
            add(rest);
        } catch (IllegalArgumentException cutOff) {
            // The trial that it began to tell of is not known.
        }
    }

    /** Returns the number of the trial to come: greater than all there are, some of which somebody may have removed. */
    public int nextNumber() {
        return trials.isEmpty() ? 1 : trials.get(trials.size() - 1).number() + 1;
    }

    /**
     * Writes a trial and its series, and waits until the disk has them.
     *
     * @throws EnvironmentFailure if that fails, with the trial's figures, which are lost otherwise
     */
    public void append(MeasuredTrial trial, List<Sample> series) {
        try {
            DurableFiles.replace(folder.series(trial.number()), SeriesCodec.csv(series));
            if (torn) {
                DurableFiles.replace(
                        folder.trials(),
                        trials.stream()
                                .map(each -> TrialCodec.line(each) + "\n")
                                .collect(Collectors.joining()));
                torn = false;
            }
            DurableFiles.append(folder.trials(), TrialCodec.line(trial));
        } catch (EnvironmentFailure failed) {
            throw new EnvironmentFailure(
                    "trial " + trial.number() + " was measured, but cannot be kept (" + trial.settings() + ": "
                            + Math.round(trial.throughput().mean() * 10) / 10.0 + "/s): " + failed.getMessage(),
                    failed.remedy(),
                    failed);
        }
        trials.add(trial);
    }

    /**
     * Returns the text of the experiment that the run is about, as it was when the run began.
     *
     * @throws EnvironmentFailure if it is missing or damaged
     */
    public String experiment() {
        try {
            return DurableFiles.text(DurableFiles.bytes(folder.experiment()));
        } catch (IllegalArgumentException damaged) {
            throw new EnvironmentFailure(
                    folder.experiment() + " is damaged: " + damaged.getMessage(),
                    "put the experiment file of the run there",
                    damaged);
        }
    }

    /** Returns the seconds of load in all trials together. */
    public double loadSeconds() {
        return trials.stream().mapToDouble(MeasuredTrial::loadSeconds).sum();
    }

    /** Returns the trials as they were measured, in order. */
    public List<MeasuredTrial> trials() {
        return List.copyOf(trials);
    }

    /** Returns the series of all trials whose files are there and sound, by trial number. */
    public Map<Integer, List<Sample>> series() {
        return series(new ArrayList<>());
    }

    /** Returns a sentence for each series that is damaged: file, line and reason. */
    public List<Message> damagedSeries() {
        var damaged = new ArrayList<Message>();
        series(damaged);
        return damaged;
    }

    private Map<Integer, List<Sample>> series(List<Message> damaged) {
        var series = new HashMap<Integer, List<Sample>>();
        for (MeasuredTrial trial : trials) {
            Path file = folder.series(trial.number());
            if (Files.exists(file)) {
                try {
                    series.put(trial.number(), SeriesCodec.series(DurableFiles.lines(file)));
                } catch (SeriesCodec.Damage damage) {
                    damaged.add(Message.of(
                            "missing.series",
                            trial.number(),
                            file.toString(),
                            damage.line,
                            String.valueOf(damage.getMessage())));
                }
            }
        }
        return series;
    }
}
