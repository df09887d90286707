package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.journal.ChangeNote;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.journal.RunNotes;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.report.Language;
import dev.poolfit.report.Progress;
import dev.poolfit.report.TerminalProgress;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceFootprint;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.trial.Preflight;
import dev.poolfit.trial.SystemTime;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Conclusion;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** One tuning run from the first preparation to the files that it leaves, with everything put back in between. */
final class TuningSession {
    private final ExperimentFile file;
    private final RunFolder folder;
    private final Console console;
    private final Language language;
    private final Map<String, String> environment;

    TuningSession(
            ExperimentFile file,
            RunFolder folder,
            Console console,
            Language language,
            Map<String, String> environment) {
        this.file = file;
        this.folder = folder;
        this.console = console;
        this.language = language;
        this.environment = environment;
    }

    /**
     * Tunes the service.
     *
     * @param undo undoes what this does to the service, at the latest when it is closed
     * @param resume go on from the trials that the folder holds
     * @return the result, not written yet
     */
    RunOutput run(UndoStack undo, boolean resume) throws InterruptedException {
        new StaleChanges(environment, console.err()).putBack();
        Instant started = Instant.now();
        Journal journal = resume ? resumed() : Journal.begin(folder, file.text());
        Experiment experiment = file.experiment();
        Progress progress = undo.push("end the progress line", new Shown()).progress;
        progress.phase(Message.of(experiment.service().launched() ? "phase.starting" : "phase.attaching"));
        try {
            RunningService service =
                    new ServiceOpener(System::nanoTime).open(ServiceRequest.of(experiment, folder.serviceLog()));
            guardService(undo, service);
            LoadEngine engine = undo.push("stop the load", LoadEngines.of(experiment.load()));
            var preflight = new Preflight(file, service, engine);
            preflight.requireReady();
            RunNotes notes = notes(service, preflight, started);
            notes.write(folder);
            var searches = new Searches(experiment, notes, service.housekeeping());
            var budget = new Budget(experiment.budget(), used(journal), System::nanoTime);
            Conclusion conclusion = new Tuner(experiment, journal, progress, budget, new SystemTime())
                    .run(service, engine, searches.search(), searches.problem());
            undo.close();
            RunNotes ended = notes.ended(Durations.seconds(Duration.between(started, Instant.now())));
            ended.write(folder);
            return new RunOutput(folder, experiment, conclusion, journal, ended, searches.comparison(journal.trials()));
        } catch (EnvironmentFailure failure) {
            throw journal.trials().isEmpty()
                    ? failure
                    : withKept(failure, journal.trials().size());
        }
    }

    private void guardService(UndoStack undo, RunningService service) {
        if (!file.experiment().service().launched()) {
            refuseWhileTuned(service);
            ChangeNote note = ChangeNote.write(folder, service.footprint().json(), environment);
            undo.push("remove the note of changed settings", note::remove);
        }
        undo.push("put back the settings", service);
    }

    /** Two tuners on one service would measure each other. */
    private void refuseWhileTuned(RunningService service) {
        ServiceFootprint mine = service.footprint();
        for (ChangeNote.Pending other : ChangeNote.pending(environment)) {
            ServiceFootprint theirs = ServiceFootprint.ofJson(other.found());
            if (other.owner() && theirs.pid() == mine.pid() && theirs.jmx().equals(mine.jmx())) {
                service.close();
                throw new EnvironmentFailure(
                        "the service is being tuned already, by the run in " + other.folder(),
                        "wait for it, or interrupt it");
            }
        }
    }

    private RunNotes notes(RunningService service, Preflight preflight, Instant started) {
        return new RunNotes(
                started,
                preflight.found(),
                file.experiment().budget(),
                preflight.maxConnections(),
                preflight.poolLimit(),
                file.experiment().database().map(Database::title),
                service.missing(),
                Runtime.getRuntime().availableProcessors(),
                0);
    }

    private Journal resumed() {
        Journal journal = Journal.read(folder);
        if (!journal.experiment().strip().equals(file.text().strip())) {
            throw file.invalid(
                    "the file",
                    "is not the experiment that " + folder.path() + " holds; tune it into another folder with --out,"
                            + " or leave --resume out");
        }
        return journal;
    }

    private static Duration used(Journal journal) {
        return Durations.ofSeconds(
                journal.trials().stream().mapToDouble(Trial::loadSeconds).sum());
    }

    private EnvironmentFailure withKept(EnvironmentFailure failure, int trials) {
        return new EnvironmentFailure(
                String.valueOf(failure.getMessage()),
                failure.remedy() + "; " + trials + " finished trials are kept in " + folder.path()
                        + ", and --resume goes on from them",
                failure);
    }

    /** The progress line, ended whatever happens. */
    private final class Shown implements AutoCloseable {
        private final Progress progress = new TerminalProgress(console.err(), language, console.terminal());

        @Override
        public void close() {
            progress.done();
        }
    }
}
