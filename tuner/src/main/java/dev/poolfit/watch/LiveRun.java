package dev.poolfit.watch;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.live.LiveRound;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.LiveGuard;
import dev.poolfit.journal.LiveJournal;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.report.Progress;
import dev.poolfit.service.RunningService;
import dev.poolfit.trial.SystemTime;
import dev.poolfit.trial.Time;
import dev.poolfit.trial.live.LiveTurns;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.live.LiveDescent;
import dev.poolfit.verdict.live.LiveQuestion;
import dev.poolfit.verdict.live.LiveTurn;
import dev.poolfit.verdict.sizing.Sizing;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Compares sizes of a pool under the service's own traffic: records it, then lets smaller sizes and today's take turns, until the
 * smallest is found that does, or the time is up. A service that is started again meanwhile is found again.
 */
public final class LiveRun {
    /** The time between a service's end and the next look for it. */
    private static final Duration PAUSE = Duration.ofSeconds(5);
    /** A borrow is late that waits for longer, as where the traffic is replayed. */
    public static final Duration LATE = Duration.ofMillis(1);

    /** Failures without a round in between after which the service is given up. */
    private static final int MOST_FAILURES = 3;
    /** Rounds, one after the other, in which the limiter left. */
    private static final int MOST_LOST = 3;

    private static final Duration HIKARI_TIMEOUT = Duration.ofSeconds(30);
    /** One size gets at most so much of the time. */
    private static final double STEP = 0.4;

    /** Finds the service again, once it has ended. */
    public interface Finder {
        /** @throws EnvironmentFailure if it is not there yet */
        RunningService again();
    }

    private final LiveGuard guard;
    private final LiveJournal journal;
    private final Progress progress;
    private final Finder finder;
    private final LiveRecording recording;
    private final LiveTurns turns;
    private final LiveSeconds seconds;
    private RunningService service;
    private Optional<BorrowLimiter> limiter = Optional.empty();
    private final Time time;
    private int restarts;
    private int failures;
    private int lost;
    private int lostInARow;
    private long began;
    private long paused;
    private volatile boolean ended;

    /**
     * @param budget the time for all rounds together
     * @param seed of the order of the turns
     */
    public LiveRun(
            RunningService service,
            Finder finder,
            LiveGuard guard,
            Duration budget,
            long seed,
            LiveJournal journal,
            Progress progress) {
        this(service, finder, guard, budget, seed, journal, progress, new SystemTime());
    }

    LiveRun(
            RunningService service,
            Finder finder,
            LiveGuard guard,
            Duration budget,
            long seed,
            LiveJournal journal,
            Progress progress,
            Time time) {
        this.service = service;
        this.finder = finder;
        this.guard = guard;
        this.journal = journal;
        this.progress = progress;
        this.time = time;
        recording = new LiveRecording(time, progress, budget);
        began = time.nanos();
        // A run that is taken up draws another order than the one that it goes on from.
        turns = new LiveTurns(time, guard, LATE, seed + journal.rounds().size());
        seconds = new LiveSeconds(progress::second);
        turns.telling(seconds::add);
    }

    /** Records the traffic for so long, and replays it with every size; anew where the service was started again meanwhile. */
    public Sizing record(Duration length, int size, Optional<Duration> timeout) throws InterruptedException {
        var goal = new WaitGoal(LATE, timeout.orElse(HIKARI_TIMEOUT));
        // Before it, the run may have waited for its hours.
        began = time.nanos();
        while (true) {
            try (var recorder = service.recordBorrows()) {
                return Sizing.of(
                        recording.of(recorder, length, goal, service.found().threads(), () -> ended), goal, size, 1);
            } catch (EnvironmentFailure failed) {
                findAgain(failed);
            }
        }
    }

    /** Returns the longest time for one size, in seconds. */
    public static double stepSeconds(Duration budget) {
        return STEP * Durations.seconds(budget);
    }

    /** Ends the run with what is known. */
    public void end() {
        ended = true;
    }

    /**
     * Runs to the end.
     *
     * @param holdMs the mean hold, in milliseconds
     * @param busy returns whether the hour is one of those in which it may run
     */
    public void run(LiveQuestion question, double holdMs, BooleanSupplier busy) throws InterruptedException {
        try {
            LiveDescent descent = new LiveDescent(question, journal.rounds());
            began = time.nanos();
            while (descent.next().isPresent()
                    && !left().isNegative()
                    && !ended
                    && journal.waitedMs() < guard.costMs()) {
                if (!busy.getAsBoolean()) {
                    takeOut();
                    paused += pause();
                    continue;
                }
                tell(question, descent);
                round(descent.next().get(), question.today(), holdMs);
                descent = new LiveDescent(question, journal.rounds());
            }
        } finally {
            takeOut();
        }
    }

    /** Waits for a second of the hours in which nothing is compared; returns how long that was, in nanoseconds. */
    public long pause() throws InterruptedException {
        long since = time.nanos();
        progress.phase(Message.of("live-run.pause"));
        time.sleep(Duration.ofSeconds(1));
        return time.nanos() - since;
    }

    private Duration left() {
        return recording.left().minusNanos(time.nanos() - began - paused);
    }

    private void tell(LiveQuestion question, LiveDescent descent) {
        LiveTurn next = descent.next().orElseThrow();
        progress.timeLeft(left());
        Message what = Message.of(next.longer() ? "live-run.longer" : "live-run.turns", next.size(), question.today());
        progress.phase(descent.secondsLeft()
                .filter(seconds -> seconds > 0)
                .map(seconds -> Message.of(
                        "live-run.left",
                        what,
                        Durations.format(Duration.ofMinutes(Math.max(1, Math.round(Math.min(seconds / 60, 99_999)))))))
                .orElse(what));
    }

    private void round(LiveTurn turn, int today, double holdMs) throws InterruptedException {
        Optional<LiveRound> round = Optional.empty();
        int now;
        try {
            if (putIn()) {
                round = turns.round(
                        limiter.orElseThrow(), turn.size(), today, holdMs, turn.longer(), journal.waitedMs());
            }
            now = service.effective().count(Knob.POOL);
        } catch (EnvironmentFailure failed) {
            round.or(turns::unfinished).map(LiveRound::uncounted).ifPresent(journal::append);
            findAgain(failed);
            return;
        } catch (InterruptedException interrupted) {
            turns.unfinished().ifPresent(journal::append);
            throw interrupted;
        }
        if (now != today) {
            round.map(LiveRound::uncounted).ifPresent(journal::append);
            throw new EnvironmentFailure(
                    "somebody else changed the pool from " + today + " to " + now + " while sizes were compared",
                    "find out who or what changed it, then start another run");
        }
        if (round.isEmpty()) {
            lose();
            return;
        }
        journal.append(round.get());
        failures = 0;
        lostInARow = 0;
    }

    /** Returns whether the limiter is in the service. */
    private boolean putIn() throws InterruptedException {
        if (limiter.isPresent()) {
            return true;
        }
        seconds.begin();
        BorrowLimiter put = service.limitBorrows(BorrowLimiter.SILENCE);
        limiter = Optional.of(put);
        return turns.rehearse(put, journal.waitedMs());
    }

    /** The limiter leaves where Poolfit is silent for a second. What such a round cost counts, and a guard that broke; nothing else. */
    private void lose() {
        takeOut();
        turns.unfinished().ifPresent(journal::append);
        lost++;
        lostInARow++;
        if (lostInARow == MOST_LOST) {
            throw new EnvironmentFailure(
                    "Poolfit was silent for more than a second in " + MOST_LOST
                            + " rounds one after the other, so that the limiter left the service each time",
                    "give Poolfit CPU time, or a faster way to the service, and go on with --resume");
        }
    }

    private void takeOut() {
        limiter.ifPresent(BorrowLimiter::close);
        limiter = Optional.empty();
    }

    /** A service that answers and refuses is not asked forever. */
    private void findAgain(EnvironmentFailure why) throws InterruptedException {
        if (why.getCause() instanceof InterruptedException) {
            throw new InterruptedException();
        }
        takeOut();
        failures++;
        if (failures > MOST_FAILURES) {
            throw why;
        }
        EnvironmentFailure last = why;
        while (!left().isNegative()) {
            progress.phase(Message.of("phase.waiting-for-service"));
            time.sleep(PAUSE);
            if (ended) {
                return;
            }
            try {
                service = finder.again();
                restarts++;
                return;
            } catch (EnvironmentFailure absent) {
                last = absent;
            }
        }
        throw last;
    }

    /** Returns how many times the service was lost and found again. */
    public int restarts() {
        return restarts;
    }

    /** Returns how many rounds were lost because Poolfit was silent. */
    public int lost() {
        return lost;
    }
}
