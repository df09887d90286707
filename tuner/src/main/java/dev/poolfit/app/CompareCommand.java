package dev.poolfit.app;

import dev.poolfit.compare.ComparedRun;
import dev.poolfit.compare.ComparisonView;
import dev.poolfit.compare.RunComparison;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Several runs side by side. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = "Puts runs side by side: their answers, the ratio of throughput to the first with its interval,"
                + " what each request costs, and whether they can be compared at all.")
final class CompareCommand implements Callable<Integer> {
    /** What is printed. */
    enum Format {
        TABLE,
        JSON
    }

    @Parameters(
            paramLabel = "RUN",
            arity = "1..*",
            description = "Folders of runs; the others are compared with the first. A folder that holds runs stands for"
                    + " all of them, the oldest first.")
    private List<Path> folders = List.of();

    @Option(names = "--out", paramLabel = "FILE", description = "Write the comparison as a page, too.")
    private @Nullable Path out;

    @Option(names = "--format", paramLabel = "FORMAT", description = "table or json (default: ${DEFAULT-VALUE}).")
    private Format format = Format.TABLE;

    @Mixin
    private LanguageOption lang = new LanguageOption();

    @Mixin
    private OpenOption open = new OpenOption();

    @Override
    public Integer call() throws IOException {
        List<ComparedRun> runs = RunFolders.read(folders);
        if (runs.size() < 2) {
            throw new InvalidExperiment(List.of(new Problem(
                    0, "RUN", "must name at least two runs, but names " + runs.size() + "; name their folders")));
        }
        var view = new ComparisonView(new RunComparison(runs), lang.language());
        Console console = Console.system();
        console.out().print(format == Format.JSON ? view.json() : view.text());
        console.out().flush();
        if (out != null) {
            write(out, view.page(Version.text()));
            open.show(out, console.err());
            if (format == Format.TABLE) {
                console.out().println(lang.language().text("report.place", out.toString()));
            }
        }
        return Main.DONE;
    }

    static void write(Path page, String text) {
        try {
            Files.writeString(page, text);
        } catch (IOException failed) {
            throw new EnvironmentFailure(
                    page + " cannot be written", "name a file in a folder that you may write", failed);
        }
    }
}
