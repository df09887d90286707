package dev.poolfit.trial;

import dev.poolfit.limiter.BorrowCounts;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.wire.CountColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Settings in turns of a tenth of a second or so: a block gives each setting its share of the time in many short slices, in rounds of
 * random order, so that what drifts from second to second hits all alike. The error of a ratio falls with the root of a slice's
 * length where throughput has 1/f noise, as on services that compute.
 */
final class SliceCounts {
    /** Slots of one limiter; those of the next begin beyond. */
    private static final long APART = 1L << 40;

    private static final double[] NO_ROUTES = new double[CountColumn.ROUTES];

    /** What is summed by slot. */
    enum Sum {
        SHARE,
        BORROWED,
        WAITED_MS,
        HELD_MS,
        TIMEOUTS,
        BUSY_MS,
        ASKED
    }

    private final int blocks;
    private final int arms;
    private final int rounds;
    private final int slots;
    private final int settling;
    private final boolean twoLengths;
    private final List<Integer> order = new ArrayList<>();
    private final Map<Integer, BorrowCounts.Switch> switches = new HashMap<>();
    private final Map<Long, double[]> counted = new HashMap<>();
    /** Holds by route, by slot. */
    private final Map<Long, double[]> routes = new HashMap<>();

    private int ended;
    private int scheduled;
    private long epoch = -APART;

    /**
     * @param blocks at least 1
     * @param arms settings, one with two places counted twice
     * @param rounds the slices of each setting in a block
     * @param slots the length of a slice in slots of 5 ms
     * @param settling the slots that a switch takes to show in all requests that are under way
     * @param twoLengths whether in every other block each setting has all of its slices one after the other
     */
    SliceCounts(int blocks, int arms, int rounds, int slots, int settling, long seed, boolean twoLengths) {
        this.blocks = blocks;
        this.arms = arms;
        this.rounds = rounds;
        this.slots = slots;
        this.settling = settling;
        this.twoLengths = twoLengths && rounds > 1;
        var random = new Random(seed);
        for (int block = 0; block < blocks; block++) {
            int together = isLong(block) ? rounds : 1;
            for (int round = 0; round < rounds; round += together) {
                var places = new ArrayList<>(IntStream.range(0, arms).boxed().toList());
                Collections.shuffle(places, random);
                places.forEach(place -> order.addAll(Collections.nCopies(together, place)));
            }
        }
    }

    /** Returns whether each setting has one long slice in a block. */
    private boolean isLong(int block) {
        return twoLengths && block % 2 == 1;
    }

    /** Returns whether a slice goes on with the setting of the one before. */
    boolean goesOn(int slice) {
        return isLong(slice / (arms * rounds)) && slice % rounds > 0;
    }

    /** Returns the number of the setting that holds in each slice of the blocks that have not ended; a new limiter gives them. */
    List<Integer> schedule() {
        scheduled = ended * arms * rounds;
        epoch += APART;
        return order.subList(scheduled, order.size());
    }

    /** Returns the number of settings, one with two places counted twice. */
    int arms() {
        return arms;
    }

    /** Returns the length of a slice in slots of 5 ms. */
    int slots() {
        return slots;
    }

    /** Returns the slots that a switch takes to show in all requests that are under way. */
    int settling() {
        return settling;
    }

    /** Returns the length of a block in seconds. */
    double blockSeconds() {
        return (double) arms * rounds * slots / BorrowLimiter.SLOTS;
    }

    void add(BorrowCounts counts) {
        for (BorrowCounts.Switch each : counts.switches()) {
            switches.put(
                    scheduled + each.period(),
                    new BorrowCounts.Switch(each.period(), epoch + each.slot(), each.limit(), each.lateMs()));
        }
        for (BorrowCounts.Slot slot : counts.slots()) {
            double[] sums = counted.computeIfAbsent(epoch + slot.number(), none -> new double[Sum.values().length]);
            sums[Sum.SHARE.ordinal()] += slot.share();
            sums[Sum.BORROWED.ordinal()] += slot.borrowed();
            sums[Sum.WAITED_MS.ordinal()] += slot.waitedMs();
            sums[Sum.HELD_MS.ordinal()] += slot.heldMs();
            sums[Sum.TIMEOUTS.ordinal()] += slot.timeouts();
            sums[Sum.BUSY_MS.ordinal()] += slot.busyMs();
            sums[Sum.ASKED.ordinal()] += slot.asked();
            double[] byRoute = routes.computeIfAbsent(epoch + slot.number(), none -> new double[CountColumn.ROUTES]);
            Arrays.setAll(byRoute, i -> byRoute[i] + slot.routes().get(i));
        }
        int slice = ended * arms * rounds;
        while (slice < order.size()
                && switches.containsKey(slice)
                && made(slice).slot() + slots <= epoch + counts.now()) {
            slice++;
        }
        ended = slice / (arms * rounds);
    }

    /** Returns the number of blocks that have ended. */
    int ended() {
        return ended;
    }

    /** Returns the seconds of the blocks that have ended. */
    double seconds() {
        return ended * blockSeconds();
    }

    boolean complete() {
        return ended == blocks;
    }

    private BorrowCounts.Switch made(int slice) {
        return Objects.requireNonNull(switches.get(slice));
    }

    private double at(long slot, Sum sum) {
        double[] sums = counted.get(slot);
        return sums == null ? 0 : sums[sum.ordinal()];
    }

    /** Returns a sum in a slot of a slice, from 0. */
    double at(int slice, int slot, Sum sum) {
        return at(made(slice).slot() + slot, sum);
    }

    /** Returns the holds by route in a slot of a slice, from 0. */
    double[] routes(int slice, int slot) {
        return routes.getOrDefault(made(slice).slot() + slot, NO_ROUTES);
    }

    /** Returns the milliseconds by which a slice was switched to late. */
    double lateMs(int slice) {
        return made(slice).lateMs();
    }

    /** Returns the slices of a setting, in the blocks that have ended. */
    List<Integer> slices(int arm) {
        return IntStream.range(0, ended * arms * rounds)
                .filter(slice -> order.get(slice) == arm)
                .boxed()
                .toList();
    }

    /** Returns whether the slice after this one goes on with its setting. */
    boolean isContinued(int slice) {
        return isLong(slice / (arms * rounds)) && slice % rounds < rounds - 1;
    }

    /** Returns the slices of each setting in a block. */
    int rounds() {
        return rounds;
    }

    /** Returns the connections that were handed out a second, over all settings. */
    double borrowedASecond() {
        return total(Sum.BORROWED) / seconds();
    }

    /** Returns how many threads waited for a connection at a setting, in the mean. */
    double waiting(int arm) {
        List<Integer> own = slices(arm);
        double waited = own.stream()
                .flatMapToDouble(slice -> IntStream.range(0, slots).mapToDouble(slot -> at(slice, slot, Sum.WAITED_MS)))
                .sum();
        return own.isEmpty() ? 0 : waited * BorrowLimiter.SLOTS / 1000 / slots / own.size();
    }

    /** Returns a sum for each hold, over all settings; 0 without any. */
    double aHold(Sum sum) {
        double holds = total(Sum.SHARE);
        return holds > 0 ? total(sum) / holds : 0;
    }

    private double total(Sum sum) {
        return IntStream.range(0, ended * arms * rounds)
                .mapToLong(slice -> made(slice).slot())
                .flatMap(first -> LongStream.range(first, first + slots))
                .mapToDouble(slot -> at(slot, sum))
                .sum();
    }

    /** Returns whether each setting has one slice in a block, as long as all of them together in others. */
    List<Boolean> longBlocks() {
        return IntStream.range(0, ended).mapToObj(this::isLong).toList();
    }

    /** Returns whether each setting has as many slices in the first half of a block as in the second. */
    boolean halved() {
        return rounds % 2 == 0;
    }
}
