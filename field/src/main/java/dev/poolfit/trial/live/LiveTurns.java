package dev.poolfit.trial.live;

import dev.poolfit.evidence.live.GuardBreak;
import dev.poolfit.evidence.live.LiveBlock;
import dev.poolfit.evidence.live.LiveRound;
import dev.poolfit.evidence.live.TurnSums;
import dev.poolfit.experiment.LiveGuard;
import dev.poolfit.limiter.BorrowCounts;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.trial.Time;
import dev.poolfit.trial.live.TurnPlan.Side;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Lets a smaller pool and today's take turns in a running service, under the traffic that is there. The pool keeps its size: the
 * limiter keeps connections back. As soon as a guard breaks, all are in circulation again, and the round ends.
 */
public final class LiveTurns {
    private static final Duration READING = Duration.ofMillis(200);
    /** Holds that are still open when a round ends are told in this time, or not at all; in slots. */
    private static final int LAG = BorrowLimiter.SLOTS / 2;
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
        limiter.guard(guard, late, guard.cost().minusNanos((long) (spent * 1e6)));
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
        return true;
    }

    /**
     * Measures a round.
     *
     * @param size the smaller pool, in connections
     * @param holdMs the mean hold, in milliseconds
     * @param longer whether the turns are longer ones, in which a queue has the time to grow
     * @return empty once the limiter has taken itself out, since nobody called
     * @throws dev.poolfit.evidence.EnvironmentFailure if the service does not answer
     */
    public Optional<LiveRound> round(BorrowLimiter limiter, int size, double holdMs, boolean longer)
            throws InterruptedException {
        TurnPlan plan = TurnPlan.of(holdMs, longer, random);
        limiter.schedule(
                plan.sides().stream()
                        .map(side -> side == Side.TRIED ? size : Integer.MAX_VALUE)
                        .toList(),
                List.of(),
                plan.slots());
        var sums = new SlotSums();
        var switches = new ArrayList<BorrowCounts.Switch>();
        Optional<GuardBreak> broken = Optional.empty();
        long end = Long.MAX_VALUE;
        long first = Long.MAX_VALUE;
        long now = 0;
        int length = plan.sides().size() * plan.slots();
        int most = (int) (length * 5L / BorrowLimiter.SLOTS) + PATIENCE;
        for (int reading = 0; reading < most && now < end; reading++) {
            time.sleep(READING);
            Optional<BorrowCounts> taken = limiter.take();
            if (taken.isEmpty()) {
                return Optional.empty();
            }
            BorrowCounts counts = taken.get();
            now = counts.now();
            listener.accept(counts);
            sums.add(counts);
            switches.addAll(counts.switches());
            if (!switches.isEmpty() && first == Long.MAX_VALUE) {
                first = switches.get(0).slot();
                end = first + length + LAG;
            }
            if (broken.isEmpty()) {
                broken = counts.breaks().stream().findFirst().or(() -> errors.tried(counts, size));
                if (broken.isPresent()) {
                    // A guard in the service has opened it already; the errors are seen from here.
                    limiter.schedule(List.of(), List.of(), plan.slots());
                    end = now + 2 * LAG;
                }
            }
        }
        return Optional.of(round(size, plan, switches, sums, broken, first, now));
    }

    private static LiveRound round(
            int size,
            TurnPlan plan,
            List<BorrowCounts.Switch> switches,
            SlotSums sums,
            Optional<GuardBreak> broken,
            long first,
            long now) {
        Map<Integer, BorrowCounts.Switch> made = switches.stream()
                .collect(Collectors.toMap(BorrowCounts.Switch::period, each -> each, (one, other) -> one));
        var blocks = new ArrayList<LiveBlock>();
        for (int block = 0; block < plan.blocks() && broken.isEmpty(); block++) {
            block(block, plan, made, sums).ifPresent(blocks::add);
        }
        TurnSums all = first == Long.MAX_VALUE ? TurnSums.NONE : sums.sum(first, now);
        TurnSums reference = blocks.stream().map(LiveBlock::reference).reduce(TurnSums.NONE, TurnSums::plus);
        double usual = reference.asked() == 0 ? 0 : reference.waitedMs() / reference.asked();
        return new LiveRound(
                size, plan.turnMs(), blocks, broken, all.seconds(), all.asked(), all.waitedMs() - usual * all.asked());
    }

    /** A turn that was switched to late by more than what is left out does not count, and neither does its block. */
    private static Optional<LiveBlock> block(
            int block, TurnPlan plan, Map<Integer, BorrowCounts.Switch> made, SlotSums sums) {
        var sides = new EnumMap<Side, TurnSums>(Side.class);
        for (int turn = block * TurnPlan.TURNS_OF_BLOCK; turn < (block + 1) * TurnPlan.TURNS_OF_BLOCK; turn++) {
            BorrowCounts.Switch own = made.get(turn);
            if (own == null || own.lateMs() * BorrowLimiter.SLOTS > 1000.0 * plan.settling()) {
                return Optional.empty();
            }
            sides.merge(
                    plan.sides().get(turn),
                    sums.sum(own.slot() + plan.settling(), own.slot() + plan.slots()),
                    TurnSums::plus);
        }
        return Optional.of(new LiveBlock(
                sides.getOrDefault(Side.TRIED, TurnSums.NONE),
                sides.getOrDefault(Side.TODAY, TurnSums.NONE),
                sides.getOrDefault(Side.AGAIN, TurnSums.NONE)));
    }
}
