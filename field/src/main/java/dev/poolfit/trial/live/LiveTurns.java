package dev.poolfit.trial.live;

import dev.poolfit.evidence.live.LiveRound;
import dev.poolfit.experiment.LiveGuard;
import dev.poolfit.limiter.BorrowCounts;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.trial.Time;
import dev.poolfit.trial.live.TurnPlan.Side;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Lets a smaller pool and today's take turns in a running service, under the traffic that is there. The pool keeps its size: the
 * limiter keeps connections back. As soon as a guard breaks, all are in circulation again, and the round ends.
 */
public final class LiveTurns {
    private static final Duration READING = Duration.ofMillis(200);
    /** The time in which what is compiled in the service comes to know the limiter, and the errors before are counted. */
    private static final Duration REHEARSAL = Duration.ofSeconds(10);

    /** The most readings of a round beyond those of its length. */
    private static final int PATIENCE = 50;

    private final Time time;
    private final LiveGuard guard;
    private final Duration late;
    private final Random random;
    private final ErrorWatch errors;
    private Consumer<BorrowCounts> listener = counts -> {};
    private Optional<RoundCounts> begun = Optional.empty();

    /**
     * @param late the wait above which a borrow counts as late
     * @param seed of the order of the turns
     */
    public LiveTurns(Time time, LiveGuard guard, Duration late, long seed) {
        this.time = time;
        this.guard = guard;
        this.late = late;
        random = new Random(seed);
        errors = new ErrorWatch(guard.errors().fraction());
    }

    /** Tells each reading, five times a second. */
    public void telling(Consumer<BorrowCounts> each) {
        listener = each;
    }

    /**
     * Has the limiter in the service for a few seconds in which it limits nothing.
     *
     * @param spent the milliseconds that borrows have waited so far for the run
     * @return whether the limiter is still there
     */
    public boolean rehearse(BorrowLimiter limiter, double spent) throws InterruptedException {
        errors.begin();
        agree(limiter, spent);
        long end = time.nanos() + REHEARSAL.toNanos();
        while (time.nanos() < end) {
            time.sleep(READING);
            Optional<BorrowCounts> counts = limiter.take();
            if (counts.isEmpty()) {
                return false;
            }
            listener.accept(counts.get());
            errors.calm(counts.get());
        }
        errors.usual();
        return true;
    }

    private void agree(BorrowLimiter limiter, double spent) {
        limiter.guard(guard, late, guard.cost().minusNanos((long) (spent * 1e6)));
    }

    /**
     * Measures a round.
     *
     * @param size the smaller pool, in connections
     * @param today the size that the pool has
     * @param holdMs the mean hold, in milliseconds
     * @param longer whether the turns are longer ones, in which a queue has the time to grow
     * @param spent the milliseconds that borrows have waited so far for the run, less than they may
     * @return empty once the limiter has taken itself out, since nobody called
     * @throws dev.poolfit.evidence.EnvironmentFailure if the service does not answer
     */
    public Optional<LiveRound> round(
            BorrowLimiter limiter, int size, int today, double holdMs, boolean longer, double spent)
            throws InterruptedException {
        agree(limiter, spent);
        TurnPlan plan = TurnPlan.of(holdMs, longer, random);
        var round = new RoundCounts(size, today, longer, plan);
        limiter.schedule(
                plan.sides().stream()
                        .map(side -> side == Side.TRIED ? size : Integer.MAX_VALUE)
                        .toList(),
                List.of(),
                plan.slots());
        begun = Optional.of(round);
        errors.round();
        long most = plan.sides().size() * plan.slots() * 5L / BorrowLimiter.SLOTS + PATIENCE;
        for (int reading = 0; reading < most && !round.hasEnded(); reading++) {
            time.sleep(READING);
            Optional<BorrowCounts> counts = limiter.take();
            if (counts.isEmpty()) {
                return Optional.empty();
            }
            listener.accept(counts.get());
            boolean broken = round.isBroken();
            round.add(counts.get());
            if (round.isBroken()) {
                errors.calm(counts.get());
            } else {
                errors.tried(counts.get(), size).ifPresent(round::breaks);
            }
            if (!broken && round.isBroken()) {
                // A guard in the service has opened it already; the errors are seen from here.
                limiter.schedule(List.of(), List.of(), plan.slots());
            }
        }
        begun = Optional.empty();
        LiveRound ended = round.round(errors.served());
        if (ended.broken().isEmpty()) {
            errors.usual();
        }
        return Optional.of(ended);
    }

    /**
     * Returns what was seen of a round that did not end, since the limiter or the service was lost: no block, but what it cost, and a guard
     * that broke; empty where the last one ended.
     */
    public Optional<LiveRound> unfinished() {
        Optional<LiveRound> lost = begun.map(each -> each.lost(errors.served()));
        begun = Optional.empty();
        return lost;
    }
}
