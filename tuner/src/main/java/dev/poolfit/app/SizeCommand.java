package dev.poolfit.app;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.References;
import dev.poolfit.journal.FolderName;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.process.WorkFolder;
import dev.poolfit.report.Progress;
import dev.poolfit.report.TerminalProgress;
import dev.poolfit.report.sizing.SizedService;
import dev.poolfit.report.sizing.SizingJson;
import dev.poolfit.report.sizing.SizingPage;
import dev.poolfit.report.sizing.SizingText;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Durations;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says how many connections the traffic of a running service needs. */
@Command(
        name = "size",
        mixinStandardHelpOptions = true,
        description =
                "Says how many connections the traffic of a running service needs: records each borrow, and replays the"
                        + " busiest minute with every pool size. No setting is changed and no load is sent; with an"
                        + " experiment file its load is.")
final class SizeCommand implements Callable<Integer>, ReadsExperiment {
    private static final Duration SHORTEST = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofHours(14 * 24);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
    private static final double MOST_TRAFFIC = 10;
    private static final double LEAST_TRAFFIC = 0.5;

    /** The form of what is printed. */
    enum Format {
        TABLE,
        JSON
    }

    @Mixin
    private ObservedTarget target = new ObservedTarget();

    @Option(
            names = "--for",
            paramLabel = "TIME",
            description = "How long to record (default: ${DEFAULT-VALUE}); Ctrl-C ends it earlier, with an answer.")
    private String length = "2m";

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            description = "What 99 of 100 borrows may wait at most (default: ${DEFAULT-VALUE}).")
    private String wait = "1ms";

    @Option(
            names = "--traffic",
            paramLabel = "TIMES",
            description = "Answers for so many times the traffic of the busiest minute (default: ${DEFAULT-VALUE}).")
    private double traffic = 1;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder of the page (default: runs/size-NAME).")
    private @Nullable Path out;

    @Option(names = "--format", paramLabel = "FORMAT", description = "table or json (default: table).")
    private Format format = Format.TABLE;

    @Mixin
    private LanguageOption lang = new LanguageOption();

    @Mixin
    private OpenOption open = new OpenOption();

    private OptionalInt told = OptionalInt.empty();

    @Override
    public References references() {
        return target.references();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        InvalidExperiment.all(
                () -> time("--for", length, SHORTEST, LONGEST),
                this::longestWait,
                this::requireTraffic,
                this::requireAgent,
                () -> TuneCommand.requireFolder(out));
        var folder = new RunFolder(out != null ? out : Path.of("runs", "size-" + FolderName.of(target.name())));
        folder.requireOwn();
        Console console = Console.system().hiding(references());
        Path work = WorkFolder.create();
        try (var undo = new UndoStack(console.err())) {
            undo.push("remove the log", () -> WorkFolder.remove(work));
            Progress progress = new TerminalProgress(console.err(), lang.language(), console.terminal());
            undo.push("end the progress line", progress::done);
            TrafficObservation observation =
                    TrafficObservation.begin(target, work.resolve("service.log"), longestWait(), progress, undo);
            // Whoever interrupts gets what is known by then.
            undo.push("tell what was recorded", () -> tell(observation, folder, console));
            observation.look(time("--for", length, SHORTEST, LONGEST));
            int exitCode = tell(observation, folder, console);
            undo.unwind();
            return exitCode;
        }
    }

    private synchronized int tell(TrafficObservation observation, RunFolder folder, Console console) {
        if (told.isEmpty()) {
            told = OptionalInt.of(write(observation.end(traffic), folder, console));
        }
        return told.getAsInt();
    }

    private Duration longestWait() {
        return time("--wait", wait, Duration.ZERO, LONGEST_WAIT);
    }

    private static Duration time(String option, String text, Duration shortest, Duration longest) {
        try {
            Duration asked = Durations.parse(text);
            if (asked.compareTo(shortest) < 0 || asked.compareTo(longest) > 0) {
                throw new BadQuantity(
                        "a time from " + Durations.format(shortest) + " to " + Durations.format(longest),
                        "\"" + text + "\"");
            }
            return asked;
        } catch (BadQuantity bad) {
            throw new InvalidExperiment(List.of(new Problem(0, option, String.valueOf(bad.getMessage()))));
        }
    }

    private void requireAgent() {
        target.require("");
        if (target.byJmx()) {
            throw new InvalidExperiment(List.of(new Problem(
                    0,
                    "the service",
                    "must be one that the agent can come into, but is reached by JMX alone; name it by --port, --pid, --command or"
                            + " --kubernetes")));
        }
    }

    private void requireTraffic() {
        if (!(traffic >= LEAST_TRAFFIC && traffic <= MOST_TRAFFIC)) {
            throw new InvalidExperiment(List.of(new Problem(
                    0,
                    "--traffic",
                    String.format(
                            Locale.ROOT,
                            "must be from %.1f to %.0f times the traffic, but is %s",
                            LEAST_TRAFFIC,
                            MOST_TRAFFIC,
                            traffic))));
        }
    }

    private int write(SizedService sized, RunFolder folder, Console console) {
        folder.make();
        folder.write(folder.report(), SizingPage.of(sized, lang.language(), Version.text()));
        String json = SizingJson.of(sized);
        folder.write(folder.path().resolve("size.json"), json);
        open.show(folder.report(), console.err());
        console.out()
                .print(
                        format == Format.JSON
                                ? json
                                : SizingText.of(
                                        sized, lang.language(), folder.report().toString(), console.colour()));
        console.out().flush();
        return sized.sizing().answer().decided() ? Main.DONE : Main.NO_ANSWER;
    }
}
