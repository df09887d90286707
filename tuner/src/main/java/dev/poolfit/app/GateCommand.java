package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.References;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.gate.GateCheck;
import dev.poolfit.gate.GateVerdict;
import dev.poolfit.gate.GateView;
import dev.poolfit.journal.OutputFile;
import dev.poolfit.options.LanguageOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lets a build of a service pass or not, beside the build before it. */
@Command(
        name = "gate",
        mixinStandardHelpOptions = true,
        description =
                "Starts two builds of a service and gives them the experiment's load by turns, a few seconds each, so"
                        + " that what the machine does hits both alike. Exit code 0: the candidate is not worse than the base by"
                        + " more than the goal's margin and keeps the goal's bounds; 1: it is, or breaks one; 4: inconclusive.")
final class GateCommand implements Callable<Integer>, ReadsExperiment {
    /** The form of what is printed. */
    enum Format {
        TABLE,
        JSON
    }

    @Parameters(
            paramLabel = "FILE",
            description = "The experiment file: its load, goal and budget count. Its service's launch gives folder and"
                    + " environment.")
    private Path file = Path.of("");

    @Option(
            names = "--base",
            paramLabel = "CMD",
            required = true,
            description =
                    "Command that starts the build before, at the port of load.requests: {port} stands for it, and"
                            + " SERVER_PORT is set; {other-port} is another free one, such as for management.")
    private String base = "";

    @Option(
            names = "--candidate",
            paramLabel = "CMD",
            required = true,
            description = "Command that starts the build that is to pass, in the same way, at a free port.")
    private String candidate = "";

    @Option(names = "--budget", paramLabel = "TIME", description = "Time for the load, such as 5m; overrides the file.")
    private @Nullable String budget;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write JUnit's XML: a test case for each bound.")
    private @Nullable Path junit;

    @Option(
            names = "--bencher",
            paramLabel = "FILE",
            description = "Write the candidate's figures in Bencher Metric Format.")
    private @Nullable Path bencher;

    @Option(names = "--format", paramLabel = "FORMAT", description = "table or json (default: table).")
    private Format format = Format.TABLE;

    @Mixin
    private LanguageOption lang = new LanguageOption();

    private References references = References.NONE;

    @Override
    public References references() {
        return references;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var reader = new ExperimentReader(System.getenv());
        var validated = new ArrayList<ExperimentFile>();
        InvalidExperiment.all(() -> TuneCommand.requireBudget(budget), () -> validated.add(reader.read(file)));
        ExperimentFile read = validated.get(0);
        references = read.references();
        ExperimentFile experiment = budget == null ? read : TuneCommand.withBudget(read, budget);
        var session = new GateSession(experiment, base, candidate, lang.language());
        Optional<Path> summary = Optional.ofNullable(System.getenv("GITHUB_STEP_SUMMARY"))
                .filter(each -> !each.isBlank())
                .map(Path::of);
        prepareOutputs();
        Console console = Console.system().hiding(references);
        long began = System.nanoTime();
        GateVerdict verdict = session.run(console);
        var view = new GateView(verdict, experiment.experiment().name(), lang.language());
        double seconds = (System.nanoTime() - began) / 1e9;
        if (junit != null) {
            write(junit, view.junit(seconds));
        }
        if (bencher != null) {
            write(bencher, view.bencher());
        }
        if (summary.isPresent()) {
            append(summary.get(), view.markdown());
        }
        console.out().print(format == Format.JSON ? view.json() : view.text());
        console.out().flush();
        return exitCode(verdict.outcome());
    }

    /** Tries the outputs before anything starts; the result of an earlier gate must not pass for this one's. */
    private void prepareOutputs() throws IOException {
        List<Path> outputs = Stream.of(Optional.ofNullable(junit), Optional.ofNullable(bencher))
                .flatMap(Optional::stream)
                .toList();
        for (Path each : outputs) {
            write(each, "");
            Files.delete(each);
        }
    }

    private static int exitCode(GateCheck.Outcome outcome) {
        return switch (outcome) {
            case PASS -> Main.DONE;
            case FAIL -> Main.NO_ANSWER;
            case INCONCLUSIVE -> Main.INCONCLUSIVE;
        };
    }

    private static void write(Path path, String text) {
        try {
            OutputFile.writeForAll(path, text);
        } catch (IOException failed) {
            throw unwritable(path, failed);
        }
    }

    private static void append(Path path, String text) {
        try {
            Files.writeString(path, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failed) {
            throw unwritable(path, failed);
        }
    }

    private static EnvironmentFailure unwritable(Path path, IOException failed) {
        return new EnvironmentFailure(
                path + " cannot be written", "name a file in a folder that is there and that you may write", failed);
    }
}
