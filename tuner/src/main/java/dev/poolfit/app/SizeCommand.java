package dev.poolfit.app;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.References;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.options.LanguageOption;
import dev.poolfit.options.OpenOption;
import dev.poolfit.options.PrometheusOption;
import dev.poolfit.options.TimeOption;
import dev.poolfit.process.WorkFolder;
import dev.poolfit.prometheus.PrometheusAccess;
import dev.poolfit.report.Progress;
import dev.poolfit.report.TerminalProgress;
import dev.poolfit.report.fleet.FleetJson;
import dev.poolfit.report.fleet.FleetPage;
import dev.poolfit.report.fleet.FleetText;
import dev.poolfit.report.fleet.SizedFleet;
import dev.poolfit.report.sizing.SizedService;
import dev.poolfit.report.sizing.SizingJson;
import dev.poolfit.report.sizing.SizingPage;
import dev.poolfit.report.sizing.SizingText;
import dev.poolfit.watch.FleetWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
                        + " experiment file its load is. With --prometheus it says so of all services, by their metrics.")
final class SizeCommand implements Callable<Integer>, ReadsExperiment {
    private static final String USUAL_LENGTH = "2m";
    private static final Duration SHORTEST = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofHours(14 * 24);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
    private static final double MOST_TRAFFIC = 10;
    private static final double LEAST_TRAFFIC = 0.5;

    @Mixin
    private ObservedTarget target = new ObservedTarget();

    @Mixin
    private PrometheusOption prometheus = new PrometheusOption();

    @Option(
            names = "--for",
            paramLabel = "TIME",
            description = "How long to record (default: " + USUAL_LENGTH + "); Ctrl-C ends it earlier, with an answer.")
    private @Nullable String length;

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

    @Mixin
    private PageOption page = new PageOption();

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
                this::length,
                this::longestWait,
                this::requireTraffic,
                prometheus::require,
                this::requireOne,
                page::require);
        return prometheus.given() ? ofFleet() : ofService();
    }

    private void requireOne() {
        if (!prometheus.given()) {
            target.requireForAgent("a server by --prometheus, ");
            return;
        }
        var problems = new ArrayList<Problem>();
        if (target.given()) {
            problems.add(new Problem(
                    0,
                    "--prometheus",
                    "must not be given together with FILE or an option that names a service; keep one of them"));
        }
        if (length != null) {
            problems.add(new Problem(0, "--for", "is the time to record one service; with --prometheus give --range"));
        }
        if (target.namesPool()) {
            problems.add(new Problem(
                    0, "--pool-name", "names the pool of one service; with --prometheus give --match 'pool=\"NAME\"'"));
        }
        if (!problems.isEmpty()) {
            throw new InvalidExperiment(problems);
        }
    }

    private int ofFleet() {
        PrometheusAccess access = prometheus.access(System.getenv());
        RunFolder folder = page.folder("size-" + access.url().getHost());
        Console console = Console.system();
        try (var undo = new UndoStack(console.err())) {
            Progress progress = new TerminalProgress(console.err(), lang.language(), console.terminal());
            undo.push("end the progress line", progress::done);
            SizedFleet sized = FleetWatch.read(access, prometheus.range(), longestWait(), traffic, progress);
            undo.unwind();
            write(
                    folder,
                    FleetPage.of(sized, lang.language(), Version.text()),
                    FleetJson.of(sized),
                    FleetText.of(sized, lang.language(), folder.report().toString(), console.colour()),
                    console);
            return sized.sizing().decided() ? Main.DONE : Main.NO_ANSWER;
        }
    }

    private int ofService() throws IOException, InterruptedException {
        RunFolder folder = page.folder("size-" + target.name());
        Console console = Console.system().hiding(references());
        Path work = WorkFolder.create();
        try (var undo = new UndoStack(console.err())) {
            undo.push("remove the log", () -> WorkFolder.remove(work));
            Progress progress = new TerminalProgress(console.err(), lang.language(), console.terminal());
            undo.push("end the progress line", progress::done);
            TrafficObservation observation =
                    TrafficObservation.begin(target, work.resolve("service.log"), longestWait(), progress, undo);
            // Whoever interrupts gets what is known by then.
            observation.telling(() -> tell(observation, folder, console));
            observation.look(length());
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

    private Duration length() {
        return TimeOption.of("--for", length == null ? USUAL_LENGTH : length, SHORTEST, LONGEST);
    }

    private Duration longestWait() {
        return TimeOption.of("--wait", wait, Duration.ZERO, LONGEST_WAIT);
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
        write(
                folder,
                SizingPage.of(sized, lang.language(), Version.text()),
                SizingJson.of(sized),
                SizingText.of(sized, lang.language(), folder.report().toString(), console.colour()),
                console);
        return sized.sizing().answer().decided() ? Main.DONE : Main.NO_ANSWER;
    }

    private void write(RunFolder folder, String html, String json, String text, Console console) {
        folder.make();
        folder.write(folder.report(), html);
        folder.write(folder.path().resolve("size.json"), json);
        open.show(folder.report(), console.err());
        console.out().print(page.json() ? json : text);
        console.out().flush();
    }
}
