package dev.poolfit.trial;

import dev.poolfit.service.BorrowCounts;
import dev.poolfit.service.BorrowLimiter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/**
 * Settings in turns of a tenth of a second or so: a block gives each setting its share of the time in many short slices, in rounds of
 * random order, so that what drifts from second to second hits all alike. The error of a ratio falls with the root of a slice's
 * length where throughput has 1/f noise, as on services that compute.
 */
final class Slices {
    /** What was counted of one setting in one block, after the beginnings of its slices. */
    record Cell(
            double seconds,
            double share,
            double borrowed,
            double waitedMs,
            double heldMs,
            long timeouts,
            double busyMs,
            double trend) {
        /** Returns the holds a second. */
        double rate() {
            return seconds > 0 ? share / seconds : 0;
        }
    }

    private static final int SUMS = 6;

    private final int arms;
    private final int rounds;
    private final int slots;
    private final List<Integer> order = new ArrayList<>();
    private final Map<Integer, BorrowCounts.Switch> switches = new HashMap<>();
    private final Map<Long, double[]> counted = new HashMap<>();

    /**
     * @param blocks at least 1
     * @param arms settings, one with two places counted twice
     * @param rounds the slices of each setting in a block
     * @param slots the length of a slice in slots of 5 ms
     */
    Slices(int blocks, int arms, int rounds, int slots, long seed) {
        this.arms = arms;
        this.rounds = rounds;
        this.slots = slots;
        var random = new Random(seed);
        for (int round = 0; round < blocks * rounds; round++) {
            var places = new ArrayList<Integer>();
            for (int arm = 0; arm < arms; arm++) {
                places.add(arm);
            }
            Collections.shuffle(places, random);
            order.addAll(places);
        }
    }

    /** Returns the number of the setting that holds in each slice. */
    List<Integer> order() {
        return order;
    }

    /** Returns the number of settings, one with two places counted twice. */
    int arms() {
        return arms;
    }

    /** Returns the length of a slice in slots of 5 ms. */
    int slots() {
        return slots;
    }

    /** Returns how many connections were handed out a second, over all settings and slots. */
    double borrowedASecond(int blocks) {
        long first = made(0).slot();
        long last = made(blocks * arms * rounds - 1).slot() + slots;
        double borrowed = 0;
        for (long slot = first; slot < last; slot++) {
            borrowed += at(slot, 1);
        }
        return borrowed * BorrowLimiter.SLOTS / (last - first);
    }

    /** Returns the length of a block in seconds. */
    double blockSeconds() {
        return (double) arms * rounds * slots / BorrowLimiter.SLOTS;
    }

    void add(BorrowCounts counts) {
        counts.switches().forEach(each -> switches.put(each.period(), each));
        for (BorrowCounts.Slot slot : counts.slots()) {
            double[] sums = counted.computeIfAbsent(slot.number(), none -> new double[SUMS]);
            sums[0] += slot.share();
            sums[1] += slot.borrowed();
            sums[2] += slot.waitedMs();
            sums[3] += slot.heldMs();
            sums[4] += slot.timeouts();
            sums[5] += slot.busyMs();
        }
    }

    /** Counts the blocks that have ended. */
    int blocks(long now) {
        int ended = 0;
        while (ended < order.size()
                && switches.containsKey(ended)
                && made(ended).slot() + slots <= now) {
            ended++;
        }
        return ended / (arms * rounds);
    }

    private BorrowCounts.Switch made(int slice) {
        return Objects.requireNonNull(switches.get(slice));
    }

    private double at(long slot, int column) {
        double[] sums = counted.get(slot);
        return sums == null ? 0 : sums[column];
    }

    /** Returns the shares of holds by slot since the switch, in thousandths, for each slice of a setting. */
    List<int[]> profile(int arm, int blocks) {
        var profile = new ArrayList<int[]>();
        for (int slice = 0; slice < blocks * arms * rounds; slice++) {
            if (order.get(slice) == arm) {
                long first = made(slice).slot();
                var own = new int[slots];
                Arrays.setAll(own, i -> (int) Math.round(1000 * at(first + i, 0)));
                profile.add(own);
            }
        }
        return profile;
    }

    /**
     * Sums what a setting gave in a block; slices in which the switch came late by more than what is left out do not count.
     *
     * @param discarded slots at the beginning of each slice that are left out; below the length of a slice
     */
    Cell cell(int arm, int block, int discarded) {
        double[] sums = new double[SUMS];
        double[] halves = new double[2];
        int counts = 0;
        int first = block * arms * rounds;
        for (int slice = first; slice < first + arms * rounds; slice++) {
            BorrowCounts.Switch made = made(slice);
            if (order.get(slice) != arm || made.lateMs() * BorrowLimiter.SLOTS > 1000.0 * discarded) {
                continue;
            }
            counts++;
            for (int i = discarded; i < slots; i++) {
                for (int column = 0; column < sums.length; column++) {
                    sums[column] += at(made.slot() + i, column);
                }
                halves[2 * (slice - first) / (arms * rounds)] += at(made.slot() + i, 0);
            }
        }
        return new Cell(
                (double) counts * (slots - discarded) / BorrowLimiter.SLOTS,
                sums[0],
                sums[1],
                sums[2],
                sums[3],
                (long) sums[4],
                sums[5],
                Math.log((halves[1] + 0.5) / (halves[0] + 0.5)));
    }
}
