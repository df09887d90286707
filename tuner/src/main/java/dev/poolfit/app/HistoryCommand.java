package dev.poolfit.app;

import dev.poolfit.compare.ComparedRun;
import dev.poolfit.compare.ComparisonView;
import dev.poolfit.compare.RunComparison;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A series of runs as a page. */
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        description = "Draws all runs of a folder as a page, the oldest first: throughput with its interval and the pool,"
                + " each beside the first.")
final class HistoryCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "The folder that holds the runs, such as runs.")
    private Path folder = Path.of("");

    @Option(names = "--out", paramLabel = "FILE", description = "The page (default: DIR/history.html).")
    private @Nullable Path out;

    @Mixin
    private LanguageOption lang = new LanguageOption();

    @Mixin
    private OpenOption open = new OpenOption();

    @Override
    public Integer call() throws IOException {
        List<ComparedRun> runs = RunFolders.read(List.of(folder));
        if (runs.size() < 2) {
            throw new InvalidExperiment(List.of(new Problem(
                    0, "DIR", "must hold at least two runs, but holds " + runs.size() + "; name the folder above them")));
        }
        var view = new ComparisonView(new RunComparison(runs), lang.language());
        Path page = out != null ? out : folder.resolve("history.html");
        CompareCommand.write(page, view.page(Version.text()));
        Console console = Console.system();
        open.show(page, console.err());
        console.out().print(view.text());
        console.out().println(lang.language().text("report.place", page.toString()));
        console.out().flush();
        return Main.DONE;
    }
}
