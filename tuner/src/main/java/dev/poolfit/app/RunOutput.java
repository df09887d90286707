package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.experiment.FoundExperiment;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.KeptHolders;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.journal.RunNotes;
import dev.poolfit.report.HtmlReport;
import dev.poolfit.report.Language;
import dev.poolfit.report.ResultJson;
import dev.poolfit.report.Run;
import dev.poolfit.report.SettingsPatch;
import dev.poolfit.report.TrialCsv;
import dev.poolfit.report.VerdictText;
import dev.poolfit.units.Message;
import dev.poolfit.units.OneLine;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.diagnosis.DiagnosingSearch;
import dev.poolfit.verdict.diagnosis.FlatRate;
import dev.poolfit.verdict.earlier.ReferenceComparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes the results of a run: the files of its folder, and the verdict for whoever called. */
final class RunOutput {
    /** The form in which a result is printed. */
    enum Format {
        TABLE,
        JSON,
        CSV
    }

    private final RunFolder folder;
    private final Run run;

    /** @param comparison with the table of earlier measurements, where the experiment names one */
    RunOutput(
            RunFolder folder,
            FoundExperiment asked,
            Conclusion conclusion,
            Journal journal,
            RunNotes notes,
            Optional<ReferenceComparison> comparison) {
        this.folder = folder;
        this.run = new Run(
                Run.Question.of(asked.experiment()),
                withHolders(conclusion, asked, folder),
                conclusion.counted(JudgedTrials.of(journal.trials()).trials()),
                journal.series(),
                new Run.Circumstances(
                        notes.started(),
                        journal.loadSeconds(),
                        notes.seconds(journal.trials()),
                        notes.database().map(RunOutput::said),
                        asked.found().maxConnections(),
                        Version.text(),
                        missing(notes, journal),
                        Files.exists(folder.holdersPage())
                                ? List.of(Message.of(
                                        "holders.page", folder.holdersPage().toString()))
                                : List.of()),
                comparison);
    }

    private static Conclusion withHolders(Conclusion conclusion, FoundExperiment asked, RunFolder folder) {
        return conclusion.with(DiagnosingSearch.findings(
                KeptHolders.read(folder).grave(),
                conclusion.findings(),
                FlatRate.of(asked.experiment().goal(), asked.found().settings(), conclusion)));
    }

    /** Returns the note in words; one of another version's that this one does not know stands as its name. */
    private static Message said(Message each) {
        return Language.EN.says(each) ? each : Message.verbatim(OneLine.of(each.toString()));
    }

    private static List<Message> missing(RunNotes notes, Journal journal) {
        return Stream.concat(notes.missing().stream(), journal.damagedSeries().stream())
                .map(RunOutput::said)
                .toList();
    }

    /**
     * Writes result.json, report.html and application-poolfit.yml.
     *
     * @throws EnvironmentFailure if the folder cannot be written
     */
    void write(Language language) {
        try {
            folder.write(folder.result(), ResultJson.of(run));
            folder.write(folder.settings(), SettingsPatch.of(run, language));
            folder.write(folder.report(), HtmlReport.of(run, language));
        } catch (EnvironmentFailure failed) {
            // A folder of somebody else, or on a file system that is only read, does not lack space.
            boolean full = failed.getCause() instanceof IOException && Files.isWritable(folder.path());
            throw new EnvironmentFailure(
                    String.valueOf(failed.getMessage()),
                    (full
                                    ? "free the disk, then call report on the folder"
                                    : "copy the folder to one that only you can write to, and call report on the copy")
                            + ": every trial is kept",
                    failed);
        }
    }

    Run run() {
        return run;
    }

    Path report() {
        return folder.report();
    }

    /** Prints the result and gives the exit code that goes with it. */
    int print(Console console, Format format, Language language) {
        console.out()
                .print(
                        switch (format) {
                            case TABLE ->
                                VerdictText.of(
                                        run,
                                        language,
                                        Optional.of(folder.report().toString()),
                                        console.colour());
                            case JSON -> ResultJson.of(run);
                            case CSV -> TrialCsv.of(run);
                        });
        console.out().flush();
        return run.conclusion().outcome() == Outcome.RECOMMENDED ? Main.DONE : Main.NO_ANSWER;
    }
}
