package dev.poolfit.trial.live;

import dev.poolfit.limiter.BorrowLimiter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The turns of a round, in blocks: in each half of a block each of the three sides has one turn, in random order, so that what drifts
 * hits all alike.
 *
 * @param sides of the turns, in their order
 * @param slots the length of a turn, in slots of 5 ms
 * @param settling the slots at the beginning of a turn that do not count
 */
record TurnPlan(List<Side> sides, int slots, int settling) {
    /** A side of the comparison. */
    enum Side {
        TRIED,
        TODAY,
        AGAIN
    }

    static final int TURNS_OF_BLOCK = 2 * Side.values().length;

    /** The shortest turn, a quarter of a second: what users feel of a bad size. */
    private static final int SHORTEST = BorrowLimiter.SLOTS / 4;

    private static final int LONGEST = 4 * BorrowLimiter.SLOTS;
    /** So many holds fit into a turn, and so many pass until a switch shows. */
    private static final int HOLDS = 8;

    private static final int SETTLING_HOLDS = 2;
    private static final int LEAST_SETTLING = 4;
    /** A queue that grows slowly shows in turns that are so many times as long. */
    private static final int LONGER = 4;

    private static final int ROUND = 20 * BorrowLimiter.SLOTS;

    /**
     * Plans a round of about 20 s.
     *
     * @param holdMs the mean hold, in milliseconds
     * @param longer whether the turns are longer ones
     */
    static TurnPlan of(double holdMs, boolean longer, Random random) {
        double hold = holdMs * BorrowLimiter.SLOTS / 1000;
        int usual = (int) Math.max(SHORTEST, Math.min(LONGEST, Math.ceil(HOLDS * hold)));
        int slots = longer ? LONGER * usual : usual;
        int settling = (int) Math.max(LEAST_SETTLING, Math.min(slots / 2.0, Math.ceil(SETTLING_HOLDS * hold)));
        var sides = new ArrayList<Side>();
        for (int block = 0; block < Math.max(1, ROUND / (TURNS_OF_BLOCK * slots)); block++) {
            for (int half = 0; half < 2; half++) {
                var turns = new ArrayList<>(List.of(Side.values()));
                Collections.shuffle(turns, random);
                sides.addAll(turns);
            }
        }
        return new TurnPlan(List.copyOf(sides), slots, settling);
    }

    int blocks() {
        return sides.size() / TURNS_OF_BLOCK;
    }

    int turnMs() {
        return slots * 1000 / BorrowLimiter.SLOTS;
    }
}
