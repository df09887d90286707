package dev.poolfit.app;

import dev.poolfit.experiment.References;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.options.LanguageOption;
import dev.poolfit.options.OpenOption;
import java.nio.file.Path;
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

    @Option(names = "--format", paramLabel = "FORMAT", description = "table, json or csv (default: table).")
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
        FinishedRun read = FinishedRun.of(new RunFolder(directory));
        references = read.references();
        RunOutput output = read.output();
        output.write(lang.language());
        Console console = Console.system();
        open.show(output.report(), console.err());
        return output.print(console, format, lang.language());
    }
}
