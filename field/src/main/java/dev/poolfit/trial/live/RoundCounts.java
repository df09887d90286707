package dev.poolfit.trial.live;

import dev.poolfit.evidence.live.GuardBreak;
import dev.poolfit.evidence.live.LiveBlock;
import dev.poolfit.evidence.live.LiveRound;
import dev.poolfit.evidence.live.Served;
import dev.poolfit.evidence.live.TurnSums;
import dev.poolfit.limiter.BorrowCounts;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.trial.live.TurnPlan.Side;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a limiter told of a round: comes reading by reading, and ends as blocks. */
final class RoundCounts {
    /** Holds that are still open when a round ends are told in this time, or not at all; in slots. */
    private static final int LAG = BorrowLimiter.SLOTS / 2;

    private final int size;
    private final int today;
    private final boolean longer;
    private final TurnPlan plan;
    private final SlotSums sums = new SlotSums();
    private final Map<Integer, BorrowCounts.Switch> made = new HashMap<>();
    private Optional<GuardBreak> broken = Optional.empty();
    private int unlimited;
    private long first = -1;
    private long now;
    private long end = Long.MAX_VALUE;

    RoundCounts(int size, int today, boolean longer, TurnPlan plan) {
        this.size = size;
        this.today = today;
        this.longer = longer;
        this.plan = plan;
    }

    void add(BorrowCounts counts) {
        now = counts.now();
        sums.add(counts);
        counts.switches().forEach(each -> made.putIfAbsent(each.period(), each));
        if (first < 0 && !counts.switches().isEmpty()) {
            first = counts.switches().get(0).slot();
            end = first + (long) plan.sides().size() * plan.slots() + LAG;
        }
        for (GuardBreak each : counts.breaks()) {
            if (each.size() == Integer.MAX_VALUE) {
                unlimited++;
            } else if (broken.isEmpty() && each.size() == size) {
                // A borrow may still tell of the round before.
                breaks(each);
            }
        }
    }

    /** Notes a guard that broke; what borrowers still wait for then is counted for a second. */
    void breaks(GuardBreak guard) {
        broken = Optional.of(guard);
        end = now + 2 * LAG;
    }

    boolean isBroken() {
        return broken.isPresent();
    }

    boolean hasEnded() {
        return now >= end;
    }

    /** @param served what the web server answered meanwhile */
    LiveRound round(Optional<Served> served) {
        var blocks = new ArrayList<LiveBlock>();
        for (int block = 0; block < plan.blocks() && broken.isEmpty(); block++) {
            block(block).ifPresent(blocks::add);
        }
        return round(blocks, 0, served);
    }

    /** Returns what a round cost that nobody saw end: the second until the limiter left counts as the worst of those before. */
    LiveRound lost(Optional<Served> served) {
        return round(List.of(), first < 0 ? 0 : sums.worstSecondMs(first, now), served);
    }

    private LiveRound round(List<LiveBlock> blocks, double unseenMs, Optional<Served> served) {
        TurnSums all = first < 0 ? TurnSums.NONE : sums.sum(first, now);
        TurnSums reference = reference();
        double usual = reference.asked() == 0 ? 0 : reference.waitedMs() / reference.asked();
        return new LiveRound(
                size,
                today,
                longer,
                plan.turnMs(),
                blocks,
                broken,
                unlimited,
                all.seconds(),
                all.asked(),
                all.waitedMs() - usual * all.asked() + unseenMs,
                served);
    }

    /** Returns all turns of today's size, of blocks that did not end as well. */
    private TurnSums reference() {
        return made.entrySet().stream()
                .filter(each ->
                        each.getKey() >= 0 && each.getKey() < plan.sides().size())
                .filter(each -> plan.sides().get(each.getKey()) != Side.TRIED)
                .map(Map.Entry::getValue)
                .map(each -> sums.sum(each.slot() + plan.settling(), Math.min(now, each.slot() + plan.slots())))
                .reduce(TurnSums.NONE, TurnSums::plus);
    }

    /** A turn that was switched to late by more than what is left out does not count, and neither does its block. */
    private Optional<LiveBlock> block(int block) {
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
