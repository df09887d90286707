package dev.poolfit.app;

import dev.poolfit.experiment.References;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.process.WorkFolder;
import dev.poolfit.report.Language;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.trial.Preflight;
import dev.poolfit.verdict.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Validates an experiment file and tries every probe. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Validates an experiment file and tries every probe, without load. A service that the file"
                + " launches is started for it and stopped again.")
final class CheckCommand implements Callable<Integer>, ReadsExperiment {
    @Parameters(paramLabel = "FILE", description = "The experiment file.")
    private Path file = Path.of("");

    private References references = References.NONE;

    @Override
    public References references() {
        return references;
    }

    @Override
    public Integer call() throws IOException {
        ExperimentFile read = new ExperimentReader(System.getenv()).read(file);
        references = read.references();
        Console console = Console.system().hiding(references);
        console.out().println("The file is sound. Goal: " + read.experiment().goal() + ".");
        Path folder = WorkFolder.create();
        try (var undo = new UndoStack(console.err())) {
            LoadEngine engine = undo.push(
                    "let go of the load", LoadEngines.of(read.experiment().load()));
            console.line(Language.EN.text(BudgetCheck.require(read, engine)));
            undo.push("remove the log", () -> WorkFolder.remove(folder));
            RunningService service = undo.push(
                    "let go of the service",
                    new ServiceOpener(System::nanoTime)
                            .open(ServiceRequest.of(read.experiment(), folder.resolve("service.log"))));
            var preflight = new Preflight(read, service, engine);
            preflight.describe().forEach(console::line);
            service.missing().forEach(each -> console.line("Not readable: " + Language.EN.text(each)));
            for (Finding finding : ConfigurationNotes.of(service, Optional.of(read.experiment()), false)) {
                console.line("Configuration: " + finding.rule() + " (" + Language.EN.text(finding.severity()) + "): "
                        + Language.EN.text(finding.advice()));
            }
            preflight.requireReady();
            console.out()
                    .println("Load generator: "
                            + engine.survey(read.experiment().load()).generator());
        }
        console.out().println("Ready to tune.");
        return Main.DONE;
    }
}
