package dev.poolfit.app;

import dev.poolfit.configuration.ApplicationFile;
import dev.poolfit.evidence.Finding;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.LiveGuard;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.References;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.process.WorkFolder;
import dev.poolfit.report.Language;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.trial.Preflight;
import dev.poolfit.watch.ConfigurationNotes;
import dev.poolfit.watch.FirstUse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Validates an experiment file and tries every probe. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Validates an experiment file and tries every probe, without load. A service that the file"
                + " launches is started for it and stopped again.")
final class CheckCommand implements Callable<Integer>, ReadsExperiment {
    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description = "The experiment file; without one, --application alone is looked at.")
    private @Nullable Path file;

    @Mixin
    private ApplicationOption application = new ApplicationOption();

    private References references = References.NONE;

    @Override
    public References references() {
        return references;
    }

    @Override
    public Integer call() throws IOException {
        Optional<ApplicationFile> settings = application.settings();
        if (file == null) {
            if (settings.isEmpty()) {
                throw new InvalidExperiment(List.of(
                        new Problem(0, "FILE", "is missing; name an experiment file, --application FILE, or both")));
            }
            settings.get().pools().forEach(pool -> Console.system().line("Pool: " + pool.description()));
            List<Finding> notes = ConfigurationNotes.of(settings).ofFile();
            show(notes, Console.system());
            if (notes.isEmpty()) {
                Console.system()
                        .out()
                        .println(
                                settings.get().pools().isEmpty()
                                        ? "The file has no pool that Poolfit knows. Nothing to say of its other settings."
                                        : "Nothing to say of the settings.");
            }
            return Main.DONE;
        }
        ExperimentFile read = new ExperimentReader(System.getenv()).read(file);
        references = read.references();
        Console console = Console.system().hiding(references);
        console.out()
                .println("The file is sound. Goal: "
                        + Language.EN.text(read.experiment().goal().words()) + ".");
        Path folder = WorkFolder.create();
        Optional<LiveGuard> guard = read.experiment().load().guard();
        if (guard.isPresent()) {
            live(read.experiment(), guard.get(), folder, console);
            return Main.DONE;
        }
        String lastLine;
        try (var undo = new UndoStack(console.err())) {
            LoadEngine engine = undo.push(
                    "let go of the load", LoadEngines.of(read.experiment().load()));
            BudgetCheck cost = BudgetCheck.require(read, engine);
            console.line(Language.EN.text(cost.said()));
            lastLine = cost.goesOn() ? "Ready to tune." : "Ready to tune once the load goes on for a whole trial.";
            undo.push("remove the log", () -> WorkFolder.remove(folder));
            RunningService service = undo.push(
                    "let go of the service",
                    new ServiceOpener(System::nanoTime)
                            .telling(console::tell)
                            .firstUse(unread -> FirstUse.requests(read.experiment()))
                            .open(ServiceRequest.of(read.experiment(), folder.resolve("service.log"))));
            var preflight = new Preflight(read, service, engine);
            preflight.describe().forEach(console::line);
            preflight.bounded().map(Language.EN::text).ifPresent(console::line);
            service.missing().forEach(each -> console.line("Not readable: " + Language.EN.text(each)));
            show(
                    ConfigurationNotes.of(read.experiment(), settings)
                            .of(ConfigurationNotes.described(service), service.poolName()),
                    console);
            preflight.requireReady();
            console.out()
                    .println("Load generator: "
                            + engine.survey(read.experiment().load()).generator());
        }
        console.out().println(lastLine);
        return Main.DONE;
    }

    private static void live(Experiment experiment, LiveGuard guard, Path folder, Console console) {
        try (var undo = new UndoStack(console.err())) {
            undo.push("remove the log", () -> WorkFolder.remove(folder));
            RunningService service = undo.push(
                    "let go of the service",
                    new ServiceOpener(System::nanoTime)
                            .telling(console::tell)
                            .open(ServiceRequest.of(experiment, folder.resolve("service.log"))));
            console.line(
                    "The pool " + service.poolName() + " has " + service.found().count(Knob.POOL) + " connections.");
            service.limitBorrows(BorrowLimiter.SILENCE).close();
            console.out().print(LiveTuning.dryRun(experiment, guard, Language.EN));
        }
        console.out().println("Ready to tune.");
    }

    private static void show(List<Finding> notes, Console console) {
        for (Finding finding : notes) {
            console.line("Configuration: " + finding.rule() + " (" + Language.EN.text(finding.severity()) + "): "
                    + Language.EN.text(finding.advice()));
        }
    }
}
