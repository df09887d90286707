package dev.poolfit.trial;

import dev.poolfit.evidence.MixWeights;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.trial.SliceCounts.Sum;
import dev.poolfit.wire.CountColumn;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What settings gave in the middle of their slices. The beginning is left out until a switch shows. The end is left out for the time of
 * a mean hold, or of a quarter of the slice where that is less: what is held at a switch goes on faster if fewer share the database or the cores from then on, so that its part before
 * the switch would count too much; and too little if more do. Simulated, pool 5 beside pool 30 on two shared cores, slices of four
 * holds at 30: 96.6 % with the end and 99.5 % without it, where 100 % is right ({@code docs/measurements.md}).
 */
final class SliceSums {
    /** No more than such a part of a slice is left out at its end: a quarter. */
    private static final int LONGEST_TAIL = 4;

    private final SliceCounts counts;
    private final boolean crowds;
    /** By setting, the slots that are left out at the end. */
    private final int[] tails;

    /**
     * @param counts of which one block or more has ended
     * @param crowds whether those that ask for a connection are weighed, too: where requests do work outside the pool
     */
    SliceSums(SliceCounts counts, boolean crowds) {
        this.counts = counts;
        this.crowds = crowds;
        tails = IntStream.range(0, counts.arms()).map(this::tailOf).toArray();
    }

    private int tailOf(int arm) {
        double held = 0;
        double holds = 0;
        for (int slice : counts.slices(arm)) {
            for (int slot = counts.slots() / 2; slot < counts.slots(); slot++) {
                held += counts.at(slice, slot, Sum.HELD_MS);
                holds += counts.at(slice, slot, Sum.SHARE);
            }
        }
        double slotMs = 1000.0 / BorrowLimiter.SLOTS;
        return holds > 0 ? (int) Math.min(counts.slots() / LONGEST_TAIL, Math.ceil(held / holds / slotMs)) : 0;
    }

    /** Returns the slots that are left out at the end of a setting's slices. */
    int tail(int arm) {
        return tails[arm];
    }

    /** Returns the slots of a slice before the longest of the ends that are left out. */
    int beforeTail() {
        return counts.slots() - Arrays.stream(tails).max().orElse(0);
    }

    /** Returns the holds by slot since the switch, in thousandths, for each slice of a setting, {@link #beforeTail}. */
    List<int[]> profile(int arm) {
        int length = beforeTail();
        return counts.slices(arm).stream()
                .filter(slice -> !counts.goesOn(slice))
                .map(slice -> IntStream.range(0, length)
                        .map(slot -> (int) Math.round(1000 * counts.at(slice, slot, Sum.SHARE)))
                        .toArray())
                .toList();
    }

    /**
     * Sums what a setting gave in each block; slices in which the switch came late by more than what is left out do not count.
     *
     * @param discarded slots at the beginning of each slice that are left out; below {@link #beforeTail}
     */
    List<SliceCell> cells(int arm, int discarded) {
        double[] weights = weights(discarded);
        return IntStream.range(0, counts.ended())
                .mapToObj(block -> cell(arm, block, discarded, weights))
                .toList();
    }

    /** Returns the weight of the holds of each route, and that of the threads that asked. */
    double[] weights(int discarded) {
        return MixWeights.of(
                IntStream.range(0, counts.arms())
                        .mapToObj(arm -> counts.slices(arm).stream()
                                .filter(slice -> isInTime(slice, discarded) && !counts.goesOn(slice))
                                .map(slice -> aSlot(slice, arm, discarded))
                                .toList())
                        .toList(),
                CountColumn.ROUTES);
    }

    private boolean isInTime(int slice, int discarded) {
        return counts.goesOn(slice) || counts.lateMs(slice) * BorrowLimiter.SLOTS <= 1000.0 * discarded;
    }

    private int from(int slice, int discarded) {
        return counts.goesOn(slice) ? 0 : discarded;
    }

    private int to(int slice, int arm) {
        return counts.isContinued(slice) ? counts.slots() : counts.slots() - tails[arm];
    }

    private double[] aSlot(int slice, int arm, int discarded) {
        double slots = to(slice, arm) - from(slice, discarded);
        return Arrays.stream(byRoute(slice, arm, discarded))
                .map(sum -> sum / slots)
                .toArray();
    }

    private double[] byRoute(int slice, int arm, int discarded) {
        double[] sums = new double[CountColumn.ROUTES + 1];
        for (int slot = from(slice, discarded); slot < to(slice, arm); slot++) {
            double[] own = counts.routes(slice, slot);
            for (int route = 0; route < own.length; route++) {
                sums[route] += own[route];
            }
            sums[CountColumn.ROUTES] += crowds ? counts.at(slice, slot, Sum.ASKED) : 0;
        }
        return sums;
    }

    private static double weighed(double[] byRoute, double[] weights) {
        return IntStream.range(0, weights.length)
                .mapToDouble(route -> byRoute[route] * weights[route])
                .sum();
    }

    private SliceCell cell(int arm, int block, int discarded, double[] weights) {
        double[] sums = new double[Sum.values().length];
        double[] halves = new double[2];
        double[] turns = new double[2];
        int[] countedByTurn = new int[2];
        int length = counts.arms() * counts.rounds();
        int first = block * length;
        for (int slice : counts.slices(arm)) {
            if (slice < first || slice >= first + length || !isInTime(slice, discarded)) {
                continue;
            }
            int turn = (slice - first) / counts.arms() % 2;
            countedByTurn[turn] += to(slice, arm) - from(slice, discarded);
            for (int slot = from(slice, discarded); slot < to(slice, arm); slot++) {
                for (Sum sum : Sum.values()) {
                    sums[sum.ordinal()] += counts.at(slice, slot, sum);
                }
            }
            double holds = weighed(byRoute(slice, arm, discarded), weights);
            halves[2 * (slice - first) / length] += holds;
            turns[turn] += holds;
        }
        return new SliceCell(
                (double) (countedByTurn[0] + countedByTurn[1]) / BorrowLimiter.SLOTS,
                halves[0] + halves[1],
                sums[Sum.BORROWED.ordinal()],
                sums[Sum.WAITED_MS.ordinal()],
                sums[Sum.HELD_MS.ordinal()],
                sums[Sum.TIMEOUTS.ordinal()],
                sums[Sum.BUSY_MS.ordinal()],
                Math.log((sums[Sum.ASKED.ordinal()] - sums[Sum.TIMEOUTS.ordinal()] + 0.5)
                        / (sums[Sum.SHARE.ordinal()] + 0.5)),
                Math.log((halves[1] + 0.5) / (halves[0] + 0.5)),
                Math.min(turns[0], turns[1]) > 0
                        ? Math.log(turns[1] / countedByTurn[1]) - Math.log(turns[0] / countedByTurn[0])
                        : 0);
    }
}
