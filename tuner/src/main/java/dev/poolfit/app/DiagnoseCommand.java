package dev.poolfit.app;

import dev.poolfit.database.DatabaseWatch;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.References;
import dev.poolfit.holders.Diagnosis;
import dev.poolfit.journal.KeptRun;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.options.DatabaseHostOption;
import dev.poolfit.options.LanguageOption;
import dev.poolfit.options.OpenOption;
import dev.poolfit.options.TimeOption;
import dev.poolfit.process.WorkFolder;
import dev.poolfit.report.Progress;
import dev.poolfit.report.TerminalProgress;
import dev.poolfit.report.holders.HoldersJson;
import dev.poolfit.report.holders.HoldersPage;
import dev.poolfit.report.holders.HoldersText;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceDescription;
import dev.poolfit.units.Message;
import dev.poolfit.watch.ConfigurationNotes;
import dev.poolfit.watch.HoldersOfRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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

    @Mixin
    private ObservedTarget target = new ObservedTarget();

    @Option(names = "--for", paramLabel = "TIME", description = "How long to look (default: ${DEFAULT-VALUE}).")
    private String length = "30s";

    @Mixin
    private PageOption page = new PageOption();

    @Option(
            names = "--run",
            paramLabel = "DIR",
            description = "The folder of a run of tune: says again what it saw at the initial settings.")
    private @Nullable Path run;

    @Mixin
    private DatabaseHostOption databaseHost = new DatabaseHostOption();

    @Mixin
    private ApplicationOption application = new ApplicationOption();

    @Mixin
    private LanguageOption lang = new LanguageOption();

    @Mixin
    private OpenOption open = new OpenOption();

    @Override
    public References references() {
        return target.references();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (run != null) {
            return again(new RunFolder(run));
        }
        InvalidExperiment.all(this::time, application::settings, this::requireOne, page::require);
        Duration time = time();
        Optional<Experiment> experiment = target.experiment();
        String name = target.name();
        RunFolder folder = page.folder("diagnose-" + name);
        Console console = Console.system().hiding(references());
        Path work = WorkFolder.create();
        try (var undo = new UndoStack(console.err())) {
            undo.push("remove the log", () -> WorkFolder.remove(work));
            Progress progress = new TerminalProgress(console.err(), lang.language(), console.terminal());
            undo.push("end the progress line", progress::done);
            RunningService service = target.open(work.resolve("service.log"), progress, undo);
            Optional<Database> behind = experiment.isPresent()
                    ? experiment.get().database()
                    : behind(service.describe(), service.poolName(), System.getenv(), console::tell);
            Optional<DatabaseWatch> database = watch(behind, console);
            database.ifPresent(watch -> undo.push("let go of the database", watch));
            var observation = new HoldersObservation(
                    service,
                    experiment,
                    experiment
                            .map(each -> ConfigurationNotes.of(each, application.settings()))
                            .orElseGet(() -> ConfigurationNotes.of(application.settings()))
                            .asking(database.flatMap(reached -> behind)),
                    database,
                    progress,
                    undo);
            Diagnosis seen = observation.tried(observation.look(time), time);
            undo.unwind();
            return write(seen, name, folder, console);
        }
    }

    /** Returns the pool's database, where its password may be sent: that of DB_USER, or else of the pool's own user. */
    Optional<Database> behind(
            ServiceDescription service, String pool, Map<String, String> environment, Consumer<Message> tell) {
        Optional<ServiceDescription.Pool> tuned = service.pools().stream()
                .filter(each -> each.name().equals(pool))
                .findFirst();
        Optional<Database> named = tuned.flatMap(ServiceDescription.Pool::url).flatMap(Database::of);
        return named.flatMap(database -> databaseHost
                .password(database, environment, tell)
                .map(password -> database.as(
                        Optional.ofNullable(environment.get("DB_USER"))
                                .or(() -> tuned.flatMap(ServiceDescription.Pool::user)),
                        password)));
    }

    /** Watches the database; one that does not answer is told of, and the rest goes on without it. */
    private static Optional<DatabaseWatch> watch(Optional<Database> database, Console console) {
        try {
            return database.map(each -> new DatabaseWatch(each, System::nanoTime));
        } catch (EnvironmentFailure refused) {
            console.err().println("Warning: " + refused.getMessage() + ". Its own view is left out.");
            return Optional.empty();
        }
    }

    private Duration time() {
        return TimeOption.of("--for", length, SHORTEST, LONGEST);
    }

    private void requireOne() {
        if (target.byFile() && databaseHost.given()) {
            throw new InvalidExperiment(List.of(new Problem(
                    0, "--database-host", "must not be given together with FILE, which names the database itself")));
        }
        target.require("a run's folder by --run, ");
    }

    /** Shows again what a run saw, from its folder; the page there stays as the run wrote it. */
    private int again(RunFolder folder) {
        if (target.given()) {
            throw new InvalidExperiment(List.of(new Problem(
                    0,
                    "--run",
                    "must not be given together with FILE or an option that names a service; keep one of them")));
        }
        Diagnosis seen = HoldersOfRun.read(folder);
        String name = KeptRun.of(folder).asked().experiment().name();
        if (page.given()) {
            return write(seen, name, page.folder(name), Console.system());
        }
        if (!Files.exists(folder.holdersPage())) {
            folder.write(folder.holdersPage(), HoldersPage.of(seen, lang.language(), name, Version.text()));
        }
        return print(seen, HoldersJson.of(seen), folder.holdersPage(), Console.system());
    }

    private int write(Diagnosis seen, String name, RunFolder folder, Console console) {
        folder.make();
        folder.write(folder.report(), HoldersPage.of(seen, lang.language(), name, Version.text()));
        String json = HoldersJson.of(seen);
        folder.write(folder.path().resolve("diagnosis.json"), json);
        return print(seen, json, folder.report(), console);
    }

    private int print(Diagnosis seen, String json, Path shown, Console console) {
        open.show(shown, console.err());
        console.out()
                .print(
                        page.json()
                                ? json
                                : HoldersText.of(
                                        seen, lang.language(), Optional.of(shown.toString()), console.colour()));
        console.out().flush();
        return seen.verdict().ended() ? Main.ENVIRONMENT_FAILED : Main.DONE;
    }
}
