package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.References;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.journal.RunNotes;
import dev.poolfit.verdict.Conclusion;
import java.time.Duration;

/**
 * A run that is read from its folder.
 *
 * @param output what it found
 * @param notes what it knew beside its trials
 * @param references what its file took from elsewhere
 */
record FinishedRun(RunOutput output, RunNotes notes, References references) {
    /**
     * Reads a folder and draws the conclusion again. A report needs no secrets, and what the environment says now does not
     * matter to it.
     *
     * @throws EnvironmentFailure if it holds no finished trial, or is damaged
     */
    static FinishedRun of(RunFolder folder) {
        Journal journal = Journal.read(folder);
        RunNotes notes = RunNotes.read(folder);
        ExperimentFile file = ExperimentReader.forReport(notes.variables()).read(folder.experiment());
        Experiment experiment = file.experiment().withBudget(notes.budget()).reportedBy(notes.found(), notes.workers());
        var searches = new Searches(experiment, notes);
        if (!(searches.search().next(journal.trials(), Duration.ZERO) instanceof Conclusion conclusion)) {
            throw new EnvironmentFailure(
                    folder.path() + " holds no finished trial", "tune again, or go on with --resume");
        }
        return new FinishedRun(
                new RunOutput(folder, experiment, conclusion, journal, notes, searches.comparison(journal.trials())),
                notes,
                file.references());
    }
}
