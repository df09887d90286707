package dev.poolfit.app;

import dev.poolfit.database.DatabaseWatch;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.References;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.holders.Diagnosis;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.journal.FolderName;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.LoadRun;
import dev.poolfit.process.WorkFolder;
import dev.poolfit.report.HoldersJson;
import dev.poolfit.report.HoldersPage;
import dev.poolfit.report.HoldersText;
import dev.poolfit.report.Progress;
import dev.poolfit.report.TerminalProgress;
import dev.poolfit.service.Probe;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says who holds the connections of a running service, and what for. */
@Command(
        name = "diagnose",
        mixinStandardHelpOptions = true,
        description =
                "Says who holds the connections of a running service, where in its code, and what for: under its own"
                        + " traffic, or with the load of an experiment file. No setting is changed.")
final class DiagnoseCommand implements Callable<Integer>, ReadsExperiment {
    private static final Duration SHORTEST = Duration.ofSeconds(2);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration DRAIN = Duration.ofSeconds(5);
    private static final long SEED = 1;
    private static final int LONGEST_WARM_UP = 30;
    private static final int CALM_SECONDS = 3;
    /** Milliseconds a second. */
    private static final double MUCH_COMPILING = 200;

    /** What is printed. */
    enum Format {
        TABLE,
        JSON
    }

    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description =
                    "An experiment file, whose load is put on its service; without one, the service is named by the"
                            + " options below.")
    private @Nullable Path file;

    @Mixin
    private ServicePlace place = new ServicePlace();

    @Option(
            names = "--pool-name",
            paramLabel = "NAME",
            description = "The pool to look at, where the service has several.")
    private @Nullable String poolName;

    @Option(names = "--for", paramLabel = "TIME", description = "How long to look (default: ${DEFAULT-VALUE}).")
    private String length = "30s";

    @Option(names = "--out", paramLabel = "DIR", description = "Folder of the page (default: runs/diagnose-NAME).")
    private @Nullable Path out;

    @Option(names = "--format", paramLabel = "FORMAT", description = "table or json (default: ${DEFAULT-VALUE}).")
    private Format format = Format.TABLE;

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
    public Integer call() throws IOException, InterruptedException {
        Duration time = time();
        Optional<ExperimentFile> experiment = experiment();
        Console console = Console.system().hiding(references);
        Path work = WorkFolder.create();
        try (var undo = new UndoStack(console.err())) {
            undo.push("remove the log", () -> WorkFolder.remove(work));
            Progress progress = new TerminalProgress(console.err(), lang.language(), console.terminal());
            undo.push("end the progress line", progress::done);
            progress.phase(Message.of("phase.attaching"));
            RunningService service = undo.push(
                    "let go of the service",
                    new ServiceOpener(System::nanoTime)
                            .telling(progress::phase)
                            .firstUse(unread -> experiment
                                    .map(each -> FirstUse.requests(each.experiment()))
                                    .orElse(List.of()))
                            .open(request(experiment, work)));
            if (experiment.isPresent()) {
                load(undo, experiment.get().experiment());
                warmUp(service, progress);
            }
            Optional<DatabaseWatch> database = database(experiment, console);
            database.ifPresent(watch -> undo.push("let go of the database", watch));
            HoldRecorder recorder = undo.push("take the recorder out", service.recordHolds());
            var watch = new ServiceWatch(service, recorder, database, experiment.map(ExperimentFile::experiment));
            Diagnosis seen = observe(watch, time, progress);
            undo.unwind();
            return write(seen, experiment, console);
        }
    }

    /** A database that does not answer is told of; the rest goes on without it. */
    private static Optional<DatabaseWatch> database(Optional<ExperimentFile> experiment, Console console) {
        try {
            return experiment
                    .flatMap(each -> each.experiment().database())
                    .map(each -> new DatabaseWatch(each, System::nanoTime));
        } catch (EnvironmentFailure refused) {
            console.err().println("Warning: " + refused.getMessage() + ". Its own view is left out.");
            return Optional.empty();
        }
    }

    private Duration time() {
        try {
            Duration asked = Durations.parse(length);
            if (asked.compareTo(SHORTEST) < 0 || asked.compareTo(LONGEST) > 0) {
                throw new BadQuantity("a time from 2s to 1h", "\"" + length + "\"");
            }
            return asked;
        } catch (BadQuantity bad) {
            throw new InvalidExperiment(List.of(new Problem(0, "--for", String.valueOf(bad.getMessage()))));
        }
    }

    private Optional<ExperimentFile> experiment() throws IOException {
        if (file == null) {
            if (!place.given()) {
                throw new InvalidExperiment(List.of(new Problem(
                        0,
                        "FILE",
                        "is missing; name an experiment file, or a running service by --port, --pid, --command,"
                                + " --kubernetes or --jmx")));
            }
            return Optional.empty();
        }
        if (place.given()) {
            throw new InvalidExperiment(List.of(new Problem(
                    0, "FILE", "must not stand beside options for a service without a file; leave one of them out")));
        }
        ExperimentFile read = new ExperimentReader(System.getenv()).read(file);
        references = read.references();
        return Optional.of(read);
    }

    private ServiceRequest request(Optional<ExperimentFile> experiment, Path work) {
        Path log = work.resolve("service.log");
        return experiment
                .map(each -> ServiceRequest.toObserve(
                        each.experiment().service(),
                        each.experiment().database(),
                        ServiceRequest.of(each.experiment(), log).port(),
                        log))
                .orElseGet(() -> ServiceRequest.toObserve(
                        place.service(Optional.ofNullable(poolName)), Optional.empty(), place.port(), log));
    }

    private static void load(UndoStack undo, Experiment experiment) {
        LoadEngine engine = undo.push("let go of the load engine", LoadEngines.of(experiment.load()));
        LoadRun run = engine.start(experiment.load(), SEED, second -> {});
        undo.push("stop the load", () -> run.stop(DRAIN));
    }

    /** Until the compiler of a service that has just started has done most of its work. */
    private static void warmUp(RunningService service, Progress progress) throws InterruptedException {
        progress.phase(Message.of("phase.warming-up"));
        int calm = 0;
        for (int second = 1; second <= LONGEST_WARM_UP && calm < CALM_SECONDS; second++) {
            TimeUnit.SECONDS.sleep(1);
            double compiling = service.probes().stream()
                    .filter(probe -> probe.subject() == Probe.Subject.SERVICE)
                    .mapToDouble(DiagnoseCommand::compiling)
                    .max()
                    .orElse(0);
            calm = compiling < MUCH_COMPILING && second > CALM_SECONDS ? calm + 1 : 0;
        }
    }

    private static double compiling(Probe probe) {
        try {
            return probe.read().getOrDefault(Metric.JIT_TIME, 0.0);
        } catch (EnvironmentFailure late) {
            return 0;
        }
    }

    private static Diagnosis observe(ServiceWatch watch, Duration time, Progress progress) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            progress.timeLeft(Duration.ofNanos(left));
            progress.phase(Message.of("phase.recording"));
            TimeUnit.NANOSECONDS.sleep(Math.min(left, TimeUnit.SECONDS.toNanos(1)));
            watch.look();
        }
        return watch.diagnosis();
    }

    private int write(Diagnosis seen, Optional<ExperimentFile> experiment, Console console) throws IOException {
        String name = experiment.map(each -> each.experiment().name()).orElseGet(() -> place.name());
        Path folder = out != null ? out : Path.of("runs", "diagnose-" + FolderName.of(name));
        Files.createDirectories(folder);
        Path page = folder.resolve("report.html");
        Files.writeString(page, HoldersPage.of(seen, lang.language(), name, Version.text()));
        String json = HoldersJson.of(seen);
        Files.writeString(folder.resolve("diagnosis.json"), json);
        open.show(page, console.err());
        console.out()
                .print(
                        format == Format.JSON
                                ? json
                                : HoldersText.of(
                                        seen, lang.language(), Optional.of(page.toString()), console.colour()));
        console.out().flush();
        return Main.DONE;
    }
}
