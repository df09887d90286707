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
final class ReportCommand implements Callable<Integer>, ReadsExperiment {
    @Parameters(paramLabel = "DIR", description = "The run's folder.")
    private Path directory = Path.of("");

    @Option(names = "--format", paramLabel = "FORMAT", description = "table, json or csv (default: ${DEFAULT-VALUE}).")
    private RunOutput.Format format = RunOutput.Format.TABLE;

    @Mixin
    private LanguageOption lang = new LanguageOption();

    @Mixin
    private OpenOption open = new OpenOption();

    private References references = References.NONE;

    @Override
    public References references() {
        return references;
    }

    @Override
    public Integer call() {
        var folder = new RunFolder(directory);
        Journal journal = Journal.read(folder);
        RunNotes notes = RunNotes.read(folder);
        // A report needs no secrets, and what the environment says now does not matter to it.
        ExperimentFile file = ExperimentReader.forReport(notes.variables()).read(folder.experiment());
        references = file.references();
        Experiment experiment = file.experiment().withBudget(notes.budget()).reportedBy(notes.found());
        var searches = new Searches(experiment, notes);
        if (!(searches.search().next(journal.trials(), Duration.ZERO) instanceof Conclusion conclusion)) {
            throw new EnvironmentFailure(
                    folder.path() + " holds no finished trial", "tune again, or go on with --resume");
        }
        var output =
                new RunOutput(folder, experiment, conclusion, journal, notes, searches.comparison(journal.trials()));
        output.write(lang.language());
        Console console = Console.system();
        open.show(output.report(), console.err());
        return output.print(console, format, lang.language());
    }
}
