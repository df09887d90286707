package dev.poolfit.trial.live;

import dev.poolfit.evidence.live.TurnSums;
import dev.poolfit.limiter.BorrowCounts;
import dev.poolfit.limiter.BorrowLimiter;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;

/** What the limiter counted, by slot; a hold that ends later is told of its slots later. */
final class SlotSums {
    private static final double SECONDS = 1.0 / BorrowLimiter.SLOTS;

    private final Map<Long, TurnSums> slots = new HashMap<>();

    void add(BorrowCounts counts) {
        counts.slots()
                .forEach(each -> slots.merge(
                        each.number(),
                        new TurnSums(
                                0,
                                Math.max(0, each.asked()),
                                Math.max(0, each.waitedMs()),
                                Math.max(0, each.heldMs()),
                                Math.max(0, each.late()),
                                Math.max(0, each.timeouts())),
                        TurnSums::plus));
    }

    /** Returns the milliseconds that borrows waited in the worst second from a slot on, up to another. */
    double worstSecondMs(long from, long to) {
        return LongStream.iterate(from, second -> second < to, second -> second + BorrowLimiter.SLOTS)
                .mapToDouble(second -> sum(second, second + BorrowLimiter.SLOTS).waitedMs())
                .max()
                .orElse(0);
    }

    /** Returns the sum of the slots from one on, up to another, which does not count. */
    TurnSums sum(long from, long to) {
        TurnSums counted = LongStream.range(from, to)
                .mapToObj(slot -> slots.getOrDefault(slot, TurnSums.NONE))
                .reduce(TurnSums.NONE, TurnSums::plus);
        return new TurnSums(
                Math.max(0, to - from) * SECONDS,
                counted.asked(),
                counted.waitedMs(),
                counted.heldMs(),
                counted.late(),
                counted.timeouts());
    }
}
