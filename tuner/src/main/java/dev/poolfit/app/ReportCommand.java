package dev.poolfit.app;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.ExperimentReader;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.journal.RunNotes;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Search;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Renders a run again from its journal. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Renders a run again from its folder: verdict, result.json, report.html and settings.")
final class ReportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "The run's folder.")
    private Path directory = Path.of("");

    @Option(names = "--format", paramLabel = "FORMAT", description = "table, json or csv (default: ${DEFAULT-VALUE}).")
    private RunOutput.Format format = RunOutput.Format.TABLE;

    @Mixin
    private LanguageOption lang = new LanguageOption();

    @Override
    public Integer call() {
        var folder = new RunFolder(directory);
        Journal journal = Journal.read(folder);
        RunNotes notes = RunNotes.read(folder);
        // A report needs no secrets; what the environment lacks now does not matter to it.
        Experiment experiment = ExperimentReader.forReport(System.getenv())
                .read(folder.experiment())
                .experiment()
                .withBudget(notes.budget());
        Search search = TuningSession.search(
                experiment, notes, TuningSession.question(experiment, notes.found(), notes.poolLimit()));
        if (!(search.next(journal.trials(), Duration.ZERO) instanceof Conclusion conclusion)) {
            throw new dev.poolfit.evidence.EnvironmentFailure(
                    folder.path() + " holds no finished trial", "tune again, or go on with --resume");
        }
        var output = new RunOutput(folder, experiment, conclusion, journal, notes);
        output.write(lang.language());
        return output.print(Console.system(), format, lang.language());
    }
}
