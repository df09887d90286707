package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.References;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.journal.FolderLock;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.live.LivePage;
import dev.poolfit.live.OtlpExport;
import dev.poolfit.options.LanguageOption;
import dev.poolfit.options.OpenOption;
import dev.poolfit.report.Columns;
import dev.poolfit.report.Language;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.studies.Study;
import dev.poolfit.studies.StudyDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Runs one of the studies on a real database and a real service, and stops both. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = "Starts a real database and the demo service, tunes it, stops both.")
final class DemoCommand implements Callable<Integer>, ReadsExperiment {
    private static final int MAX_CONNECTIONS = 300;

    @Option(
            names = "--study",
            paramLabel = "STUDY",
            description = "stock, board, studies, solutions or posts (default: stock).")
    private Study study = Study.STOCK;

    @Option(names = "--database", paramLabel = "DATABASE", description = "mariadb or postgres (default: mariadb).")
    private StudyDatabase database = StudyDatabase.MARIADB;

    @Option(names = "--fixed", description = "The study solutions once its query is mended.")
    private boolean fixed;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = "Time for all trials, such as 3m (default: as in the study's file).")
    private @Nullable String budget;

    @Option(names = "--out", paramLabel = "DIR", description = "The run's folder (default: runs/demo-NAME).")
    private @Nullable Path out;

    @Option(names = "--format", paramLabel = "FORMAT", description = "table, json or csv (default: table).")
    private RunOutput.Format format = RunOutput.Format.TABLE;

    @ParentCommand
    private @Nullable Main poolfit;

    @Mixin
    private LanguageOption lang = new LanguageOption();

    @Mixin
    private WebOption web = new WebOption();

    @Mixin
    private OpenOption open = new OpenOption();

    private References references = References.NONE;

    @Override
    public References references() {
        return references;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        InvalidExperiment.all(
                this::refuseFixed,
                () -> TuneCommand.requireBudget(budget),
                web::require,
                () -> TuneCommand.requireFolder(out));
        Console console = Console.system().debugging(poolfit);
        Path built = built();
        var folder = new RunFolder(out != null ? out : Path.of("runs", "demo-" + study.id() + (fixed ? "-fixed" : "")));
        Language language = lang.language();
        console.err().println(Columns.hanging(language.text(study.question())));
        console.err().println(language.text("phase.team-load", study.load()));
        Optional<LivePage> page = Optional.empty();
        Optional<OtlpExport> export = Optional.empty();
        try (FolderLock lock = FolderLock.take(folder);
                var undo = new UndoStack(console.err())) {
            page = web.open(language, "demo-" + study.id(), console);
            export = web.export("demo-" + study.id(), console);
            console.err().println(language.text("phase.database", database.title()));
            EmbeddedDatabase server = undo.push(
                    "stop the database",
                    EmbeddedDatabase.start(
                            database,
                            study.durability(),
                            built.resolve("databases"),
                            temporaryFolder(),
                            MAX_CONNECTIONS));
            ExperimentFile experiment = experiment(built, server);
            references = experiment.references();
            if (budget != null) {
                experiment = TuneCommand.withBudget(experiment, budget);
            }
            RunOutput output = new TuningSession(experiment, folder, console, language, System.getenv(), page, export)
                    .run(undo, TuningSession.Part.ONLY);
            output.write(language);
            page.ifPresent(each -> each.end(output.run(), output.report().toString()));
            open.show(output.report(), console.err());
            return output.print(console, format, language);
        } finally {
            page.ifPresent(LivePage::close);
            export.ifPresent(OtlpExport::close);
        }
    }

    private void refuseFixed() {
        if (fixed && !study.mends()) {
            throw new InvalidExperiment(List.of(new Problem(
                    0,
                    "--fixed",
                    "is for the study solutions, which has a query to mend, but the study is " + study.id()
                            + "; leave it out, or add --study solutions")));
        }
    }

    private ExperimentFile experiment(Path built, EmbeddedDatabase server) throws IOException {
        var variables = new HashMap<>(System.getenv());
        variables.putAll(Map.of(
                "DEMO_JAR", built.resolve("poolfit-demo.jar").toString(),
                "DEMO_FOLDER", server.folder().toString(),
                "DB_USER", server.user(),
                "DB_PASSWORD", server.password()));
        // The demo's own addresses are no secrets: they are written into the file.
        String text = fixed ? study.mendedExperiment() : study.experiment();
        text = with(text, "PORT", "" + freePort());
        text = with(text, "MANAGEMENT_PORT", "" + freePort());
        return new ExperimentReader(variables).read(with(text, "DB_URL", server.jdbcUrl()), built);
    }

    private static String with(String text, String variable, String value) {
        return text.replaceAll("\\$\\{" + variable + "(?::[^}]*)?}", Matcher.quoteReplacement(value));
    }

    /** Finds the folder where Maven put the demo service and the databases; the launcher says where Poolfit lives. */
    private static Path built() {
        Path built = Path.of(System.getProperty("poolfit.home", "."), "demo", "target")
                .toAbsolutePath();
        if (!Files.exists(built.resolve("poolfit-demo.jar"))) {
            throw new EnvironmentFailure(
                    "the demo service is not built: " + built.resolve("poolfit-demo.jar") + " does not exist",
                    "start Poolfit by the launcher of its sources, which builds the demo; a release has none");
        }
        return built;
    }

    private static Path temporaryFolder() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
