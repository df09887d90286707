package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.FoundExperiment;
import dev.poolfit.experiment.Secret;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.NoRun;
import dev.poolfit.journal.PendingChanges;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.journal.RunNotes;
import dev.poolfit.live.LivePage;
import dev.poolfit.live.OtlpExport;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.process.WorkFolder;
import dev.poolfit.report.Language;
import dev.poolfit.report.Progress;
import dev.poolfit.report.Run;
import dev.poolfit.report.TerminalProgress;
import dev.poolfit.service.RestoreRecord;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.trial.Preflight;
import dev.poolfit.trial.SystemTime;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.watch.FirstUse;
import dev.poolfit.watch.HoldersOfRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Carries out one tuning run from its preparation to the files that it leaves, and puts everything back in between. */
final class TuningSession {
    /** A part of a run. */
    enum Part {
        /** A run that cannot be taken up again: its service is gone with it. */
        ONLY,
        FIRST,
        /** Goes on from the trials that the folder holds. */
        NEXT
    }

    private final ExperimentFile file;
    private final RunFolder folder;
    private final Console console;
    private final Language language;
    private final Map<String, String> environment;
    private final Optional<LivePage> page;
    private final Optional<OtlpExport> export;

    TuningSession(
            ExperimentFile file,
            RunFolder folder,
            Console console,
            Language language,
            Map<String, String> environment,
            Optional<LivePage> page,
            Optional<OtlpExport> export) {
        this.page = page;
        this.export = export;
        this.file = file;
        this.folder = folder;
        this.console = console;
        this.language = language;
        this.environment = environment;
    }

    /**
     * Tunes the service; the folder is locked by the caller. An earlier run in it is moved aside only once nothing can refuse
     * this one any more.
     *
     * @param undo undoes what this does to the service, at the latest when it is closed
     * @param part the part of a run that this is
     * @return the result, not written yet
     */
    RunOutput run(UndoStack undo, Part part) throws InterruptedException {
        boolean resume = part == Part.NEXT;
        Experiment experiment = file.experiment();
        LoadEngine engine = undo.push("let go of the load engine", LoadEngines.of(experiment.load()));
        // A run that is taken up again may have trials enough already.
        BudgetCheck cost = resume ? BudgetCheck.of(file, engine) : BudgetCheck.require(file, engine);
        console.hiding(file.references()).err().println(language.text(cost.said()));
        if (!resume) {
            folder.displaced()
                    .ifPresent(each -> console.err()
                            .println(language.text(
                                    "folder.displaced",
                                    folder.path().toString(),
                                    each.getFileName().toString())));
        }
        WorkFolder.removeAbandoned();
        new StaleChanges(environment, console.hiding(file.references()).err(), this::password, false)
                .putBack(PendingChanges.of(environment));
        var time = new SystemTime();
        Instant started = time.instant();
        Journal journal = resume ? resumed(folder, file) : null;
        double before = journal == null ? 0 : secondsBefore(journal);
        Progress shown = undo.push("end the progress line", new Shown()).progress;
        Progress paged = page.map(each -> each.beside(shown)).orElse(shown);
        Progress progress = export.map(each -> each.beside(paged)).orElse(paged);
        progress.phase(Message.of(experiment.service().launched() ? "phase.starting" : "phase.attaching"));
        try {
            if (experiment.service().launched()) {
                folder.beginServiceLog(resume);
            }
            RunningService service = open(
                    undo,
                    new ServiceOpener(System::nanoTime)
                            .telling(progress::phase)
                            .firstUse(unread -> FirstUse.requests(file.experiment())));
            progress.poolFound(service.poolName());
            undo.push("stop the load", engine);
            var preflight = new Preflight(file, service, engine);
            preflight.requireReady();
            if (journal == null) {
                journal = Journal.begin(folder, file.text());
            }
            Journal kept = journal;
            undo.telling(() -> kept(kept.trials().size(), part));
            RunNotes notes = notes(service, preflight, started, before);
            notes.write(folder);
            FoundExperiment asked = notes.asked(experiment);
            Supplier<Searches> searches = () -> Searches.of(folder, asked, notes);
            var budget = new Budget(experiment.budget(), used(journal), System::nanoTime);
            page.ifPresent(each -> each.follow(() -> soFar(asked, kept, notes, searches.get()), budget::end));
            var holders = undo.push(
                    "take the recorder out",
                    new HoldersOfRun(service, asked.experiment(), folder, language, Version.text()));
            Tuner.Concluded last = new Tuner(asked, journal, progress, budget, time, Optional.of(holders))
                    .run(service, engine, () -> searches.get().question());
            undo.unwind();
            RunNotes ended = notes.ended(
                    Durations.seconds(Duration.between(started, time.instant())), last.left(), budget.exceeded());
            ended.write(folder);
            return new RunOutput(
                    folder,
                    asked,
                    last.conclusion(),
                    journal,
                    ended,
                    searches.get().comparison(last.conclusion().counted(trials(journal))));
        } catch (EnvironmentFailure failure) {
            throw journal == null || journal.trials().isEmpty() || !folder.holdsRun()
                    ? failure
                    : withKept(failure, journal.trials().size(), part);
        }
    }

    /** Returns the run as it would be if it ended now. */
    private Optional<Run> soFar(FoundExperiment asked, Journal journal, RunNotes notes, Searches searches) {
        return searches.search().next(trials(journal), Duration.ZERO) instanceof Conclusion now
                ? Optional.of(new RunOutput(folder, asked, now, journal, notes, Optional.empty()).run())
                : Optional.empty();
    }

    private static List<Trial> trials(Journal journal) {
        return JudgedTrials.of(journal.trials()).trials();
    }

    /** Opens the service, put back at the latest when the stack is unwound, or by a later run if this one is killed. */
    RunningService open(UndoStack undo, ServiceOpener opener) {
        var guard = new ServiceGuard(folder, environment);
        undo.pushStep("put back the settings", () -> {
            ServiceGuard.Outcome outcome = guard.letGo();
            if (outcome.warning()) {
                console.err().println("Warning: " + outcome.text());
                return "";
            }
            return outcome.text();
        });
        return guard.open(opener, ServiceRequest.of(file.experiment(), folder.serviceLog()));
    }

    /** Returns the password of the experiment file, for a service that an earlier run left changed at the same address. */
    private Optional<Secret> password(RestoreRecord changed) {
        return file.experiment().service().target() instanceof Service.AttachJmx jmx
                        && changed.jmx().equals(Optional.of(jmx.url()))
                        && changed.user().equals(jmx.user())
                ? jmx.password()
                : Optional.empty();
    }

    private RunNotes notes(RunningService service, Preflight preflight, Instant started, double before) {
        return new RunNotes(
                started,
                preflight.found(),
                file.experiment().budget(),
                file.experiment().database().map(Database::title),
                Stream.of(service.missing().stream(), preflight.bounded().stream(), preflight.unlimited().stream())
                        .flatMap(each -> each)
                        .map(file.references()::in)
                        .toList(),
                Runtime.getRuntime().availableProcessors(),
                service.processors(),
                Optional.empty(),
                before,
                file.variables(),
                Optional.of(KnownAssumptions.oneMachine(file.experiment())));
    }

    /**
     * Returns what a run left that is to go on.
     *
     * @throws EnvironmentFailure if the folder holds no run
     * @throws InvalidExperiment if it holds that of another experiment
     */
    static Journal resumed(RunFolder folder, ExperimentFile file) {
        if (!folder.holdsRun()) {
            throw NoRun.toResume(folder.path());
        }
        Journal journal = Journal.read(folder);
        if (!journal.experiment().strip().equals(file.text().strip())) {
            throw file.invalid(
                    "the file",
                    "is not the experiment that " + folder.path() + " holds; tune it into another folder with --out,"
                            + " or leave --resume out");
        }
        return journal;
    }

    /** Returns the seconds of the parts before this one, where that is known. */
    private double secondsBefore(Journal journal) {
        try {
            return RunNotes.read(folder).seconds(journal.trials());
        } catch (EnvironmentFailure damaged) {
            return journal.loadSeconds();
        }
    }

    private static Duration used(Journal journal) {
        return Durations.ofSeconds(journal.loadSeconds());
    }

    private EnvironmentFailure withKept(EnvironmentFailure failure, int trials, Part part) {
        String kept = kept(trials, part);
        return new EnvironmentFailure(
                String.valueOf(failure.getMessage()),
                failure.remedy() + "; " + kept.substring(0, kept.length() - 1),
                failure);
    }

    /** Says what is left of a run that does not reach its end. */
    private String kept(int trials, Part part) {
        if (trials == 0) {
            return "No trial was finished.";
        }
        return trials + (trials == 1 ? " finished trial is" : " finished trials are") + " kept in " + folder.path()
                + (part == Part.ONLY ? ", and report shows them." : ", and --resume goes on from there.");
    }

    /** The progress line, ended whatever happens. */
    private final class Shown implements AutoCloseable {
        private final Progress progress =
                new TerminalProgress(console.err(), language, console.terminal(), console.debug());

        @Override
        public void close() {
            progress.done();
        }
    }
}
