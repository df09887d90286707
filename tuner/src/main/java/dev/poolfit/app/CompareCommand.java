package dev.poolfit.app;

import dev.poolfit.compare.ComparedRun;
import dev.poolfit.compare.ComparisonView;
import dev.poolfit.compare.RunComparison;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.journal.LiveJournal;
import dev.poolfit.journal.NoRun;
import dev.poolfit.journal.OutputFile;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.options.LanguageOption;
import dev.poolfit.options.OpenOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts several runs side by side. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = "Puts runs side by side: their answers, the ratio of throughput to the first with its interval,"
                + " what each request costs, and whether they can be compared at all.")
final class CompareCommand implements Callable<Integer> {
    /** The form of what is printed. */
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

    @Option(names = "--format", paramLabel = "FORMAT", description = "table or json (default: table).")
    private Format format = Format.TABLE;

    @Mixin
    private LanguageOption lang = new LanguageOption();

    @Mixin
    private OpenOption open = new OpenOption();

    @Override
    public Integer call() throws IOException {
        List<ComparedRun> runs = read(folders);
        if (runs.size() < 2) {
            throw new InvalidExperiment(List.of(new Problem(
                    0, "RUN", "must name at least two runs, but names " + runs.size() + "; name their folders")));
        }
        var view = new ComparisonView(new RunComparison(runs), lang.language());
        Console console = Console.system();
        console.out().print(format == Format.JSON ? view.json() : view.text());
        console.out().flush();
        if (out != null) {
            OutputFile.write(out, view.page(Version.text()));
            open.show(out, console.err());
            if (format == Format.TABLE) {
                console.out().println(lang.language().text("report.place", out.toString()));
            }
        }
        return Main.DONE;
    }

    /**
     * Reads the named runs, then those within folders that are none themselves, the oldest first.
     *
     * @throws NoRun if a folder neither is nor holds one
     * @throws InvalidExperiment if one is damaged
     */
    private static List<ComparedRun> read(List<Path> folders) throws IOException {
        var runs = new ArrayList<ComparedRun>();
        folders.stream()
                .filter(each -> !holdsRuns(each))
                .map(CompareCommand::read)
                .forEach(runs::add);
        for (Path each : folders) {
            if (holdsRuns(each)) {
                runs.addAll(within(each));
            }
        }
        return runs;
    }

    private static List<ComparedRun> within(Path folder) throws IOException {
        try (Stream<Path> inner = Files.list(folder)) {
            List<Path> found = inner.filter(
                            one -> new RunFolder(one).holdsRun() && !LiveJournal.isIn(new RunFolder(one)))
                    .toList();
            if (found.isEmpty()) {
                throw new NoRun(folder);
            }
            return found.stream()
                    .map(CompareCommand::read)
                    .sorted(Comparator.comparing(
                            run -> run.run().circumstances().started()))
                    .toList();
        }
    }

    private static boolean holdsRuns(Path folder) {
        return Files.isDirectory(folder) && !new RunFolder(folder).holdsRun();
    }

    private static ComparedRun read(Path path) {
        FinishedRun read;
        try {
            read = FinishedRun.of(new RunFolder(path));
        } catch (InvalidExperiment damaged) {
            throw new InvalidExperiment(damaged.problems().stream()
                    .map(each -> new Problem(each.line(), path + ": " + each.field(), each.message()))
                    .toList());
        }
        Path name = path.toAbsolutePath().normalize().getFileName();
        return new ComparedRun(
                String.valueOf(name),
                read.output().run(),
                read.notes().cores(),
                read.notes().serviceCores());
    }

    @Command(
            name = "history",
            mixinStandardHelpOptions = true,
            description =
                    "Draws all runs of a folder as a page, the oldest first: throughput with its interval and the pool,"
                            + " each beside the first.")
    static final class History implements Callable<Integer> {
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
            List<ComparedRun> runs = read(List.of(folder));
            if (runs.size() < 2) {
                throw new InvalidExperiment(List.of(new Problem(
                        0,
                        "DIR",
                        "must hold at least two runs, but holds " + runs.size() + "; name the folder above them")));
            }
            var view = new ComparisonView(new RunComparison(runs), lang.language());
            Path page = out != null ? out : folder.resolve("history.html");
            OutputFile.write(page, view.page(Version.text()));
            Console console = Console.system();
            open.show(page, console.err());
            console.out().print(view.text());
            console.out().println(lang.language().text("report.place", page.toString()));
            console.out().flush();
            return Main.DONE;
        }
    }
}
