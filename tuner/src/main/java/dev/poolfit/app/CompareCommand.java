package dev.poolfit.app;

import dev.poolfit.compare.ComparedRun;
import dev.poolfit.compare.ComparisonView;
import dev.poolfit.compare.RunComparison;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.journal.NoRun;
import dev.poolfit.journal.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
        List<ComparedRun> runs = Stream.concat(named(), within()).toList();
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

    private static void write(Path page, String text) {
        try {
            Files.writeString(page, text);
        } catch (IOException failed) {
            throw new EnvironmentFailure(
                    page + " cannot be written", "name a file in a folder that you may write", failed);
        }
    }

    private Stream<ComparedRun> named() {
        return folders.stream().filter(each -> !holdsRuns(each)).map(CompareCommand::read);
    }

    /** The runs of a folder that is none itself, by their time. */
    private Stream<ComparedRun> within() throws IOException {
        Stream<ComparedRun> all = Stream.empty();
        for (Path each : folders) {
            if (holdsRuns(each)) {
                try (Stream<Path> inner = Files.list(each)) {
                    List<Path> found =
                            inner.filter(one -> new RunFolder(one).holdsRun()).toList();
                    if (found.isEmpty()) {
                        throw new NoRun(each);
                    }
                    all = Stream.concat(
                            all,
                            found.stream()
                                    .map(CompareCommand::read)
                                    .sorted(Comparator.comparing(
                                            run -> run.run().circumstances().started())));
                }
            }
        }
        return all;
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
}
