package dev.poolfit.app;

import dev.poolfit.draft.ExperimentDraft;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.LiveGuard;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.References;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.journal.FolderLock;
import dev.poolfit.journal.FolderName;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.live.LivePage;
import dev.poolfit.live.OtlpExport;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.options.LanguageOption;
import dev.poolfit.options.LiveOption;
import dev.poolfit.options.OpenOption;
import dev.poolfit.options.ServicePlace;
import dev.poolfit.report.Language;
import dev.poolfit.report.live.TunedLive;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Message;
import dev.poolfit.units.PlainText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Tunes the service that an experiment file names. */
@Command(
        name = "tune",
        mixinStandardHelpOptions = true,
        description = "Tunes the service of an experiment file: finds the smallest pool and thread count that meet"
                + " its goal. The settings found are put back at the end.")
final class TuneCommand implements Callable<Integer>, ReadsExperiment {
    private static final Path RUNS = Path.of("runs");
    private static final String DEFAULT_BUDGET = "5m";
    /** From the size that the pool has down to the smallest that serves while a connection is renewed. */
    private static final String LIVE_POOLS = "2..10000";

    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description = "The experiment file; without one, the service is named by the options below.")
    private @Nullable Path file;

    @Option(names = "--out", paramLabel = "DIR", description = "The run's folder (default: runs/NAME).")
    private @Nullable Path out;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = "Time for all trials, such as 5m (default: as in the file, or 5m).")
    private @Nullable String budget;

    @Option(names = "--resume", description = "Go on from the trials that the run's folder holds.")
    private boolean resume;

    @Option(names = "--dry-run", description = "Print the plan; touch nothing.")
    private boolean dryRun;

    @Option(names = "--format", paramLabel = "FORMAT", description = "table, json or csv (default: table).")
    private RunOutput.Format format = RunOutput.Format.TABLE;

    @ParentCommand
    private @Nullable Main poolfit;

    @Mixin
    private ServicePlace place = new ServicePlace();

    @Mixin
    private DraftOptions draft = new DraftOptions();

    @Mixin
    private LanguageOption lang = new LanguageOption();

    @Mixin
    private WebOption web = new WebOption();

    @Mixin
    private LiveOption live = new LiveOption();

    @Mixin
    private OpenOption open = new OpenOption();

    /** The file as it was when it was checked; the run tunes this, whatever the file says by now. */
    private @Nullable ExperimentFile validated;

    private References references = References.NONE;

    @Override
    public References references() {
        return references;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.system().debugging(poolfit);
        var survey = new ServiceSurvey(place, draft, System.getenv(), console::tell);
        InvalidExperiment.all(
                live::require,
                web::require,
                () -> requireBudget(budget),
                () -> requireFolder(out),
                () -> require(survey));
        Map<String, String> environment = draft.with(System.getenv());
        ExperimentFile read = validated == null
                ? live.live() ? writtenLive(environment) : written(survey, console, environment)
                : validated;
        references = read.references();
        ExperimentFile experiment = budget == null ? read : withBudget(read, budget);
        Optional<LiveGuard> guard = experiment.experiment().load().guard();
        if (guard.isPresent()) {
            return live(experiment, guard.get(), console, environment);
        }
        if (dryRun) {
            try (LoadEngine engine = LoadEngines.of(experiment.experiment().load())) {
                Message cost = BudgetCheck.require(experiment, engine).said();
                console.out()
                        .print(PlainText.lines(
                                references.in(DryRun.of(experiment.experiment(), Language.EN.text(cost)))));
            }
            return Main.DONE;
        }
        var folder = new RunFolder(
                out != null ? out : defaultFolder(experiment.experiment().name()));
        return tune(experiment, folder, console, environment);
    }

    /** @throws InvalidExperiment if not exactly one of a file and a service is named, or if that is wrong */
    private void require(ServiceSurvey survey) {
        boolean named = place.given() || draft.given();
        if (file != null && named) {
            throw new InvalidExperiment(List.of(new Problem(
                    0,
                    "FILE",
                    "must not be given together with options that stand for a file, such as --port or --users; change"
                            + " the file instead, or leave it out")));
        }
        if (file == null && !place.given()) {
            throw new InvalidExperiment(List.of(new Problem(
                    0,
                    "FILE",
                    "is missing; name an experiment file, or a running service by --port, --pid, --command,"
                            + " --kubernetes or --jmx")));
        }
        if (file == null) {
            live.requireFor(live.live());
            if (live.live()) {
                live.requireNoLoad(place, draft.loaded());
            } else {
                survey.require(RUNS, DEFAULT_BUDGET);
            }
        } else {
            validated = new ExperimentReader(System.getenv()).read(file);
            live.requireFor(validated.experiment().load().guard().isPresent());
        }
    }

    private ExperimentFile writtenLive(Map<String, String> environment) throws IOException {
        var runs = new RunFolder(RUNS);
        runs.requireOwn();
        runs.make();
        String text = ExperimentDraft.live(
                place.name(), place.attach(), draft.poolName(), draft.pool().orElse(LIVE_POOLS));
        Path written = unwritten(RUNS, FolderName.of("live-" + place.name()), text);
        runs.write(written, text);
        return new ExperimentReader(environment).read(text, runs.path());
    }

    private int live(ExperimentFile experiment, LiveGuard guard, Console console, Map<String, String> environment)
            throws InterruptedException {
        if (dryRun) {
            console.out().print(LiveTuning.dryRun(experiment.experiment(), guard, lang.language()));
            return Main.DONE;
        }
        if (!live.yes() && System.console() == null) {
            throw new InvalidExperiment(List.of(
                    new Problem(0, "--yes", "is missing: there is no terminal to ask in whether the run may begin")));
        }
        var folder = new RunFolder(
                out != null ? out : defaultFolder(experiment.experiment().name()));
        Optional<LivePage> page = Optional.empty();
        try (FolderLock lock = FolderLock.take(folder);
                var undo = new UndoStack(console.hiding(references).err())) {
            page = web.open(lang.language(), experiment.experiment().name(), console);
            var tuning = new LiveTuning(experiment, guard, live, folder, console, lang.language(), environment, page);
            Optional<TunedLive> tuned = tuning.run(undo, resume);
            if (tuned.isEmpty()) {
                return Main.NO_ANSWER;
            }
            int exitCode = tuning.write(tuned.get(), format);
            open.show(folder.report(), console.err());
            return exitCode;
        } finally {
            page.ifPresent(LivePage::close);
        }
    }

    /** Writes and reads the experiment of a service that is named by options alone. */
    private ExperimentFile written(ServiceSurvey survey, Console console, Map<String, String> environment)
            throws IOException, InterruptedException {
        var runs = new RunFolder(RUNS);
        runs.requireOwn();
        ExperimentDraft described = survey.draft(RUNS, budget == null ? DEFAULT_BUDGET : budget);
        var locked = survey.lockedOut(described, "write a file with init; or ");
        if (locked.isPresent()) {
            throw locked.get();
        }
        runs.make();
        Path written = unwritten(RUNS, FolderName.of(described.name()), described.text());
        runs.write(written, described.text());
        console.err().println("The experiment is in " + written + ".");
        return new ExperimentReader(environment).read(described.text(), runs.path());
    }

    /** Finds a file that is not there yet, or says the same: nothing that a user has kept is written over. */
    private static Path unwritten(Path folder, String name, String text) throws IOException {
        Path file = folder.resolve(name + ".yaml");
        for (int i = 2; Files.exists(file) && !Files.readString(file).equals(text); i++) {
            file = folder.resolve(name + "-" + i + ".yaml");
        }
        return file;
    }

    private int tune(ExperimentFile experiment, RunFolder folder, Console console, Map<String, String> environment)
            throws InterruptedException {
        Language language = lang.language();
        Optional<LivePage> page = Optional.empty();
        Optional<OtlpExport> export = Optional.empty();
        try (FolderLock lock = FolderLock.take(folder);
                var undo = new UndoStack(console.hiding(references).err())) {
            page = web.open(language, experiment.experiment().name(), console);
            export = web.export(experiment.experiment().name(), console);
            RunOutput output = new TuningSession(experiment, folder, console, language, environment, page, export)
                    .run(undo, resume ? TuningSession.Part.NEXT : TuningSession.Part.FIRST);
            output.write(language);
            page.ifPresent(each -> each.end(output.run(), output.report().toString()));
            open.show(output.report(), console.err());
            return output.print(console, format, language);
        } finally {
            page.ifPresent(LivePage::close);
            export.ifPresent(OtlpExport::close);
        }
    }

    static ExperimentFile withBudget(ExperimentFile file, String budget) {
        return file.withBudget(budget(budget));
    }

    /** @throws InvalidExperiment if the option is no budget */
    static Duration budget(String budget) {
        try {
            return ExperimentReader.budget(budget);
        } catch (BadQuantity bad) {
            throw new InvalidExperiment(List.of(new Problem(0, "--budget", String.valueOf(bad.getMessage()))));
        }
    }

    /** @throws InvalidExperiment if the option is given, and is no budget */
    static void requireBudget(@Nullable String budget) {
        if (budget != null) {
            budget(budget);
        }
    }

    /** @throws InvalidExperiment if the option {@code --out} is given, and no folder can be there */
    static void requireFolder(@Nullable Path out) {
        Path there = out == null ? null : out.toAbsolutePath().normalize();
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (there != null && !Files.isDirectory(there)) {
            throw new InvalidExperiment(List.of(
                    new Problem(0, "--out", "must be a folder, but " + there + " is a file; name another one")));
        }
    }

    static Path defaultFolder(String name) {
        return RUNS.resolve(FolderName.of(name));
    }
}
