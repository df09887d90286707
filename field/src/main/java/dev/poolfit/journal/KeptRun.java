package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.FoundExperiment;
import dev.poolfit.experiment.References;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.experiment.file.ExperimentReader;

/**
 * Reads what the folder of a run says beside its trials. That takes no secrets, and what the environment says now does
 * not matter to it.
 *
 * @param notes of the run
 * @param asked its experiment as it was found
 * @param references to what its file took from elsewhere
 */
public record KeptRun(RunNotes notes, FoundExperiment asked, References references) {
    /**
     * Reads a folder.
     *
     * @throws EnvironmentFailure if the notes or the file are missing or damaged
     */
    public static KeptRun of(RunFolder folder) {
        RunNotes notes = RunNotes.read(folder);
        ExperimentFile file = ExperimentReader.forReport(notes.variables()).read(folder.experiment());
        return new KeptRun(notes, notes.asked(file.experiment()), file.references());
    }
}
