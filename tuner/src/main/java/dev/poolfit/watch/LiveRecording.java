package dev.poolfit.watch;

import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.report.Progress;
import dev.poolfit.trial.Time;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.sizing.RecordedTraffic;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Records the traffic before the first round. It waits until there is some, for half of the budget: the run may begin in a quiet moment. */
final class LiveRecording {
    private final Time time;
    private final Progress progress;
    private final Duration budget;
    private long waited;

    LiveRecording(Time time, Progress progress, Duration budget) {
        this.time = time;
        this.progress = progress;
        this.budget = budget;
    }

    /**
     * Records.
     *
     * @param length from the first borrow on
     * @param threads that serve requests; empty where nothing limits them
     * @param ended whether the user has ended the run
     */
    RecordedTraffic of(
            HoldRecorder recorder, Duration length, WaitGoal goal, OptionalInt threads, BooleanSupplier ended)
            throws InterruptedException {
        var watch = new TrafficWatch(recorder, goal);
        long since = time.nanos();
        waited = 0;
        for (long left = length.toNanos(); left > 0 && !ended.getAsBoolean(); ) {
            progress.timeLeft(left());
            progress.phase(Message.of(waited > 0 ? "phase.waiting-for-traffic" : "phase.recording-borrows"));
            time.sleep(Duration.ofNanos(Math.min(left, TimeUnit.SECONDS.toNanos(1))));
            long now = time.nanos() - since;
            watch.look(now);
            if (watch.isQuiet()) {
                waited = Math.min(now, budget.toNanos() / 2);
            }
            left = waited + length.toNanos() - now;
        }
        return watch.end(threads);
    }

    /** Returns what is left of the budget for rounds. */
    Duration left() {
        return budget.minusNanos(waited);
    }
}
