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
import dev.poolfit.trial.live.LiveTurns;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.live.LiveDescent;
import dev.poolfit.verdict.live.LiveQuestion;
import dev.poolfit.verdict.live.LiveTurn;
import dev.poolfit.verdict.sizing.Sizing;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
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

    private static final Duration HIKARI_TIMEOUT = Duration.ofSeconds(30);
    /** One size gets at most so much of the time. */
    private static final double STEP = 0.4;

    /** Finds the service again, once it has ended. */
    public interface Finder {
        /** @throws EnvironmentFailure if it is not there yet */
        RunningService again();
    }

    private final LiveGuard guard;
    private final Duration budget;
    private final LiveJournal journal;
    private final Progress progress;
    private final Finder finder;
    private final LiveTurns turns;
    private final LiveSeconds seconds;
    private RunningService service;
    private Optional<BorrowLimiter> limiter = Optional.empty();
    private int restarts;
    private int failures;
    private int roundsAtFailure = -1;
    private long began = System.nanoTime();
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
        this.service = service;
        this.finder = finder;
        this.guard = guard;
        this.budget = budget;
        this.journal = journal;
        this.progress = progress;
        // A run that is taken up draws another order than the one that it goes on from.
        turns = new LiveTurns(
                new SystemTime(), guard, LATE, seed + journal.rounds().size());
        seconds = new LiveSeconds(progress::second);
        turns.telling(seconds::add);
    }

    /** Records the traffic for so long, and replays it with every size. */
    public Sizing record(Duration length, int size, Optional<Duration> timeout) throws InterruptedException {
        var goal = new WaitGoal(LATE, timeout.orElse(HIKARI_TIMEOUT));
        try (var recorder = service.recordBorrows()) {
            var watch = new TrafficWatch(recorder, goal);
            long began = System.nanoTime();
            for (long left = length.toNanos();
                    left > 0 && !ended;
                    left = began + length.toNanos() - System.nanoTime()) {
                progress.timeLeft(budget);
                progress.phase(Message.of("phase.recording-borrows"));
                TimeUnit.NANOSECONDS.sleep(Math.min(left, TimeUnit.SECONDS.toNanos(1)));
                watch.look(System.nanoTime() - began);
            }
            return Sizing.of(watch.end(), goal, size, 1);
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
            began = System.nanoTime();
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
                Optional<LiveRound> round = round(descent.next().get(), question.today(), holdMs);
                requireSize(question.today());
                round.ifPresent(journal::append);
                descent = new LiveDescent(question, journal.rounds());
            }
        } finally {
            takeOut();
        }
    }

    /** Waits for a second of the hours in which nothing is compared; returns how long that was, in nanoseconds. */
    public long pause() throws InterruptedException {
        long since = System.nanoTime();
        progress.phase(Message.of("live-run.pause"));
        TimeUnit.SECONDS.sleep(1);
        return System.nanoTime() - since;
    }

    /** What was compared with another size than the one that was found says nothing. */
    private void requireSize(int today) {
        int now = service.effective().count(Knob.POOL);
        if (now != today) {
            throw new EnvironmentFailure(
                    "somebody else changed the pool from " + today + " to " + now + " while sizes were compared",
                    "find out who or what changed it, then start another run");
        }
    }

    private Duration left() {
        return budget.minusNanos(System.nanoTime() - began - paused);
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

    private Optional<LiveRound> round(LiveTurn turn, int today, double holdMs) throws InterruptedException {
        try {
            if (limiter.isEmpty()) {
                seconds.begin();
                BorrowLimiter put = service.limitBorrows(BorrowLimiter.SILENCE);
                limiter = Optional.of(put);
                if (!turns.rehearse(put, journal.waitedMs())) {
                    takeOut();
                    return Optional.empty();
                }
            }
            Optional<LiveRound> round = turns.round(limiter.get(), turn.size(), today, holdMs, turn.longer());
            if (round.isEmpty()) {
                takeOut();
            }
            return round;
        } catch (EnvironmentFailure failed) {
            if (failed.getCause() instanceof InterruptedException) {
                throw new InterruptedException();
            }
            findAgain(failed);
            return Optional.empty();
        }
    }

    private void takeOut() {
        limiter.ifPresent(BorrowLimiter::close);
        limiter = Optional.empty();
    }

    /** A service that answers and refuses is not asked forever. */
    private void findAgain(EnvironmentFailure why) throws InterruptedException {
        takeOut();
        failures = journal.rounds().size() == roundsAtFailure ? failures + 1 : 1;
        roundsAtFailure = journal.rounds().size();
        if (failures > MOST_FAILURES) {
            throw why;
        }
        EnvironmentFailure last = why;
        while (!left().isNegative()) {
            progress.phase(Message.of("phase.waiting-for-service"));
            TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
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
}
