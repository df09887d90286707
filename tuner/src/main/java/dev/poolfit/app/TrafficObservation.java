package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.report.Progress;
import dev.poolfit.report.sizing.SizedService;
import dev.poolfit.service.RunningService;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.sizing.Sizing;
import dev.poolfit.watch.TrafficWatch;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Records the traffic of a service; one that is started again meanwhile is found again. */
final class TrafficObservation {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    /** The seconds between two attempts to find a service again. */
    private static final int PAUSE = 5;

    private static final Duration HIKARI_TIMEOUT = Duration.ofSeconds(30);

    private final ObservedTarget target;
    private final Path log;
    private final Progress progress;
    private final UndoStack undo;
    private final LocalDateTime clock = LocalDateTime.now();
    private final String pool;
    private final int sizeBefore;
    private final Duration wait;
    private final TrafficWatch watch;
    private final long began;
    private RunningService service;
    private HoldRecorder recorder;
    private Runnable told = () -> {};
    private int restarts;

    private TrafficObservation(
            ObservedTarget target, Path log, Duration wait, RunningService service, Progress progress, UndoStack undo) {
        this.target = target;
        this.log = log;
        this.service = service;
        this.progress = progress;
        this.undo = undo;
        pool = service.poolName();
        sizeBefore = service.found().count(Knob.POOL);
        this.wait = wait;
        recorder = recording();
        watch = new TrafficWatch(recorder, goal());
        began = System.nanoTime();
    }

    private HoldRecorder recording() {
        return undo.push("take the recorder out", service.recordBorrows());
    }

    /** Returns the goal with the timeout of the service that is there now. */
    private WaitGoal goal() {
        return new WaitGoal(wait, service.found().connectionTimeout().orElse(HIKARI_TIMEOUT));
    }

    /**
     * Gets hold of the service, puts the load of its experiment on it, if there is one, and begins to record.
     *
     * @param log of a service that is launched
     * @param wait what 99 of 100 borrows may wait at most
     * @param undo lets go of what this takes
     */
    static TrafficObservation begin(ObservedTarget target, Path log, Duration wait, Progress progress, UndoStack undo)
            throws InterruptedException {
        RunningService service = target.open(log, progress, undo);
        Optional<Experiment> experiment = target.experiment();
        if (experiment.filter(each -> each.load().guard().isEmpty()).isPresent()) {
            ObservedLoad.begin(experiment.get().load(), service, progress, undo);
        }
        return new TrafficObservation(target, log, wait, service, progress, undo);
    }

    /** Has an interrupted recording told before the service is let go of. */
    void telling(Runnable what) {
        told = what;
        undo.push("tell what was recorded", told::run);
    }

    /**
     * Records for so long.
     *
     * @throws EnvironmentFailure if the service ended and does not come back meanwhile
     */
    void look(Duration time) throws InterruptedException {
        long end = began + time.toNanos();
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            progress.timeLeft(Duration.ofNanos(left));
            progress.phase(Message.of("phase.recording-borrows"));
            TimeUnit.NANOSECONDS.sleep(Math.min(left, SECOND));
            try {
                watch.look(System.nanoTime() - began);
            } catch (EnvironmentFailure silent) {
                if (silent.getCause() instanceof InterruptedException) {
                    throw new InterruptedException();
                }
                if (!target.mayReturn()) {
                    throw silent;
                }
                findAgain(end, silent);
            }
        }
    }

    private void findAgain(long end, EnvironmentFailure why) throws InterruptedException {
        progress.phase(Message.of("phase.waiting-for-service"));
        // A service that was only slow still has it, and no other would be let in beside it.
        recorder.close();
        service.release();
        EnvironmentFailure last = why;
        while (end - System.nanoTime() > 0) {
            try {
                service = target.open(log, progress, undo);
                recorder = recording();
                watch.again(recorder, System.nanoTime() - began);
                undo.push("tell what was recorded", told::run);
                restarts++;
                return;
            } catch (EnvironmentFailure absent) {
                last = absent;
                service.release();
            }
            TimeUnit.SECONDS.sleep(PAUSE);
        }
        throw last;
    }

    /**
     * Answers by what was recorded until now.
     *
     * @param times the multiple of the busiest minute's traffic that the answer is for
     */
    SizedService end(double times) {
        Settings now = service.found();
        try {
            watch.look(System.nanoTime() - began);
            now = service.effective();
        } catch (EnvironmentFailure silent) {
            // It has ended; what it told before is kept.
        }
        return new SizedService(
                target.name(),
                pool,
                clock,
                Sizing.of(watch.end(now.threads()), goal(), now.count(Knob.POOL), times),
                sizeBefore,
                restarts,
                watch.dropped(),
                target.liveCommand());
    }
}
