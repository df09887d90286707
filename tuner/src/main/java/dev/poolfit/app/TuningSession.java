package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.ExperimentFile;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.journal.ChangeNote;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.journal.RunNotes;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.LoadEngines;
import dev.poolfit.report.Language;
import dev.poolfit.report.Progress;
import dev.poolfit.report.TerminalProgress;
import dev.poolfit.service.Found;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.trial.Preflight;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Sentence;
import dev.poolfit.verdict.BracketingSearch;
import dev.poolfit.verdict.BreakingRate;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.DiagnosingSearch;
import dev.poolfit.verdict.KnobSearch;
import dev.poolfit.verdict.ModelGuidedSearch;
import dev.poolfit.verdict.Question;
import dev.poolfit.verdict.RevisitingSearch;
import dev.poolfit.verdict.Search;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalInt;

/** One tuning run from the first preparation to the files that it leaves, with everything put back in between. */
final class TuningSession {
    private final ExperimentFile file;
    private final RunFolder folder;
    private final Console console;
    private final Language say;
    private final Map<String, String> environment;

    TuningSession(
            ExperimentFile file, RunFolder folder, Console console, Language say, Map<String, String> environment) {
        this.file = file;
        this.folder = folder;
        this.console = console;
        this.say = say;
        this.environment = environment;
    }

    /**
     * Tunes the service.
     *
     * @param guard undoes what this does to the service, at the latest when it is closed
     * @param resume go on from the trials that the folder holds
     * @return the result, not written yet
     */
    RunOutput run(Guard guard, boolean resume) throws InterruptedException {
        new Leftovers(environment, console.err()).putBack();
        Instant started = Instant.now();
        Journal journal = resume ? resumed() : Journal.begin(folder, file.text());
        Experiment experiment = file.experiment();
        Progress progress = guard.undo("end the progress line", new Shown()).progress;
        progress.phase(Sentence.of(experiment.service().launched() ? "phase.starting" : "phase.attaching"));
        try {
            RunningService service =
                    new ServiceOpener(System::nanoTime).open(ServiceRequest.of(experiment, folder.serviceLog()));
            guardService(guard, service);
            LoadEngine engine = guard.undo("stop the load", LoadEngines.of(experiment.load()));
            var preflight = new Preflight(file, service, engine);
            preflight.requireReady();
            Question question = question(experiment, preflight.found(), preflight.poolLimit())
                    .withHousekeeping(service.housekeeping());
            RunNotes notes = notes(service, preflight, started);
            notes.write(folder);
            var budget = new Budget(experiment.budget(), used(journal), System::nanoTime);
            Conclusion conclusion = new Tuner(experiment, journal, progress, budget)
                    .run(service, engine, search(experiment, notes, question), question);
            guard.close();
            RunNotes ended = notes.ended(Durations.seconds(Duration.between(started, Instant.now())));
            ended.write(folder);
            return new RunOutput(folder, experiment, conclusion, journal, ended);
        } catch (EnvironmentFailure failure) {
            throw journal.trials().isEmpty()
                    ? failure
                    : withKept(failure, journal.trials().size());
        }
    }

    /** What the search is asked. */
    static Question question(Experiment experiment, Settings found, OptionalInt limit) {
        SearchSpace space = limit.isPresent() ? experiment.space().withPoolUpTo(limit.getAsInt()) : experiment.space();
        return new Question(
                space, experiment.goal(), experiment.load(), found, limit, experiment.budget(), experiment.seed());
    }

    /** The search, with what the experiment says of the service beside the trials. */
    static Search search(Experiment experiment, RunNotes notes, Question question) {
        Search search = answering(experiment, notes, question);
        return experiment.earlier().isPresent()
                ? new RevisitingSearch(search, question, experiment.earlier().get())
                : search;
    }

    private static Search answering(Experiment experiment, RunNotes notes, Question question) {
        if (question.load().ramp().isPresent()) {
            // Neither the model nor the rules know anything but steady loads.
            return question.space().knobs().isEmpty()
                    ? new BreakingRate(question)
                    : searchKnobs(question, (about, held) -> new BracketingSearch(about));
        }
        Search search =
                searchKnobs(question, (about, held) -> new ModelGuidedSearch(about, Known.of(experiment, notes, held)));
        return new DiagnosingSearch(search, question, Known.of(experiment, notes, Settings.NONE));
    }

    private static Search searchKnobs(Question question, KnobSearch.PoolSearch poolSearch) {
        return question.space().choices().isEmpty()
                ? poolSearch.of(question, Settings.NONE)
                : new KnobSearch(question, poolSearch);
    }

    private void guardService(Guard guard, RunningService service) {
        if (!file.experiment().service().launched()) {
            refuseWhileTuned(service);
            ChangeNote note = ChangeNote.write(folder, service.footprint().json(), environment);
            guard.undo("remove the note of changed settings", note::remove);
        }
        guard.undo("put back the settings", service);
    }

    /** Two tuners on one service would measure each other. */
    private void refuseWhileTuned(RunningService service) {
        Found mine = service.footprint();
        for (ChangeNote.Pending other : ChangeNote.pending(environment)) {
            Found theirs = Found.ofJson(other.found());
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
        private final Progress progress = new TerminalProgress(console.err(), say, console.terminal());

        @Override
        public void close() {
            progress.done();
        }
    }
}
