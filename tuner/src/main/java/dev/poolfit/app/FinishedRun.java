package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.References;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.KeptRun;
import dev.poolfit.journal.LiveJournal;
import dev.poolfit.journal.NoRun;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.journal.RunNotes;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.reason.Reason;
import dev.poolfit.verdict.reason.Undecided;
import java.time.Duration;
import java.util.List;

/**
 * A run that is read from its folder.
 *
 * @param output its results
 * @param notes its notes beside the trials
 * @param references the values that its file took from elsewhere
 */
record FinishedRun(RunOutput output, RunNotes notes, References references) {
    /**
     * Reads a folder and draws the conclusion again.
     *
     * @throws EnvironmentFailure if it holds no finished trial, or is damaged
     */
    static FinishedRun of(RunFolder folder) {
        Journal journal = Journal.read(folder);
        if (LiveJournal.isIn(folder)) {
            throw NoRun.underOwnTraffic(folder.path());
        }
        if (journal.trials().isEmpty()) {
            throw NoRun.withoutTrials(folder.path());
        }
        KeptRun kept = KeptRun.of(folder);
        RunNotes notes = kept.notes();
        var searches = Searches.of(folder, kept.asked(), notes);
        List<Trial> trials = JudgedTrials.of(journal.trials()).trials();
        Conclusion conclusion = searches.concluded(trials).orElseThrow(() -> NoRun.withoutTrials(folder.path()));
        Conclusion told = notes.complete() ? conclusion : conclusion.startingWith(unfinished(notes, journal));
        return new FinishedRun(
                new RunOutput(
                        folder, kept.asked(), told, journal, notes, searches.comparison(conclusion.counted(trials))),
                notes,
                kept.references());
    }

    /** Says that less time than the budget has gone by, so that more could be tried. */
    private static Reason unfinished(RunNotes notes, Journal journal) {
        return new Undecided.Unfinished(notes.budget(), Duration.ofSeconds((long) journal.loadSeconds()));
    }
}
