package dev.poolfit.app;

import dev.poolfit.database.DatabaseWatch;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.holders.Diagnosis;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.holders.OpenInViewTrial;
import dev.poolfit.holders.Standstill;
import dev.poolfit.report.Progress;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.units.Message;
import dev.poolfit.watch.ConfigurationNotes;
import dev.poolfit.watch.ServiceWatch;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Looks at who holds the connections of a service, under its own traffic or under the load of an experiment. */
final class HoldersObservation {
    private final RunningService service;
    private final Optional<Experiment> experiment;
    private final ConfigurationNotes notes;
    private final Optional<DatabaseWatch> database;
    private final Progress progress;
    private final UndoStack undo;
    /** The load of the last look. */
    private Optional<ObservedLoad> load = Optional.empty();

    /** @param undo lets go of what this takes, should something come between */
    HoldersObservation(
            RunningService service,
            Optional<Experiment> experiment,
            ConfigurationNotes notes,
            Optional<DatabaseWatch> database,
            Progress progress,
            UndoStack undo) {
        this.service = service;
        this.experiment = experiment;
        this.notes = notes;
        this.database = database;
        this.progress = progress;
        this.undo = undo;
    }

    /** Asks for the service of an experiment; one that Poolfit launches may be started again without open-in-view. */
    static ServiceRequest request(Experiment experiment, Path log) {
        ServiceRequest all = ServiceRequest.of(experiment, log);
        return experiment.service().launched()
                ? new ServiceRequest(
                        all.service(), all.database(), Settings.NONE, Set.of(Knob.OPEN_IN_VIEW), all.port(), log)
                : ServiceRequest.toObserve(experiment.service(), experiment.database(), all.port(), log);
    }

    /** Watches for so much time, and returns all that was seen; a load runs first until the service is warm. */
    Diagnosis look(Duration time) throws InterruptedException {
        load = Optional.empty();
        if (experiment.filter(each -> each.load().guard().isEmpty()).isPresent()) {
            load = Optional.of(ObservedLoad.begin(experiment.get().load(), service, progress, undo));
        }
        Optional<HoldRecorder> recorder = Optional.empty();
        Message unrecorded = Message.verbatim("");
        try {
            recorder = Optional.of(undo.push("take the recorder out", service.recordHolds()));
        } catch (EnvironmentFailure unlike) {
            unrecorded = Message.verbatim(unlike.getMessage() + "; " + unlike.remedy());
        }
        Diagnosis seen =
                observe(new ServiceWatch(service, recorder, unrecorded, database, notes, time.toSeconds()), time);
        recorder.ifPresent(HoldRecorder::close);
        load.ifPresent(ObservedLoad::close);
        return seen;
    }

    /** Adds what a trial without open-in-view shows, if the service was launched: the trial takes a restart. */
    Diagnosis tried(Diagnosis seen, Duration time) throws InterruptedException {
        boolean held = seen.verdict().heldAfter().isPresent();
        boolean launched = experiment.filter(each -> each.service().launched()).isPresent();
        if (!held || !launched || seen.verdict().ended()) {
            return seen;
        }
        progress.phase(Message.of("phase.without-open-in-view"));
        service.apply(Settings.NONE.with(Knob.OPEN_IN_VIEW, false));
        Diagnosis without = look(time);
        return new Diagnosis(
                seen.report(),
                seen.verdict()
                        .with(OpenInViewTrial.of(
                                seen.report(),
                                without.report(),
                                load.map(ObservedLoad::failedShare).orElse(1.0))),
                seen.database(),
                seen.configuration());
    }

    private Diagnosis observe(ServiceWatch watch, Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            progress.timeLeft(Duration.ofNanos(left));
            progress.phase(watch.standstill().map(Standstill::said).orElseGet(() -> Message.of("phase.recording")));
            TimeUnit.NANOSECONDS.sleep(Math.min(left, TimeUnit.SECONDS.toNanos(1)));
            if (!seen(watch)) {
                return ended(watch.diagnosis(), time.toNanos() - (end - System.nanoTime()));
            }
        }
        return watch.diagnosis();
    }

    /** Reads what came; returns false for a service that ended or does not answer, since it tells no more. */
    private boolean seen(ServiceWatch watch) {
        try {
            watch.look();
            return service.alive();
        } catch (EnvironmentFailure silent) {
            return false;
        }
    }

    private static Diagnosis ended(Diagnosis seen, long after) {
        String now = LocalTime.now().truncatedTo(ChronoUnit.SECONDS).format(DateTimeFormatter.ISO_LOCAL_TIME);
        return new Diagnosis(
                seen.report(), seen.verdict().ended(now, after / 1e9), seen.database(), seen.configuration());
    }
}
