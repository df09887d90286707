package dev.poolfit.trial;

import dev.poolfit.evidence.Statistics;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Checks by the counts of a comparison within the pool whether it tells what its settings give for good. */
final class SliceChecks {
    /** Blocks of a length that tell what is usual in it. */
    private static final int LEAST_TO_COMPARE = 3;
    /** A difference between them that is harmless, on the log scale. */
    static final double HARMLESS = 0.03;
    /** The share by which more or fewer may ask than are served: both are weighed, which takes most of it away. */
    private static final double HARMLESS_CROWD = 0.05;
    /** A standard deviation of a setting's rate between blocks beside which nothing is told; services that compute have 0.15. */
    private static final double SWINGS = 0.4;
    /** The variance that chance may add to it, as a multiple of that of the holds in a block (Poisson: 1 ÷ their number). */
    private static final double COUNTS = 4;
    /** The probability that noise alone is taken for a difference. */
    static final double BY_CHANCE = 0.005;

    /** The share by which a setting may be exceeded: slots are cut to the millisecond or so. */
    private static final double HARMLESS_EXCESS = 0.05;

    private final SliceCounts slices;
    private final List<Integer> pools;
    private final List<List<SliceCell>> cells;
    private final List<List<Double>> rates;
    private final boolean crowds;
    private final boolean pauses;

    /**
     * @param pools the connections that each setting allows, those of one with two places counted twice
     * @param cells of each setting, by block
     * @param rates the same as good responses a second
     * @param crowds whether it matters how many ask for a connection at once
     * @param pauses whether users pause between requests
     */
    SliceChecks(
            SliceCounts slices,
            List<Integer> pools,
            List<List<SliceCell>> cells,
            List<List<Double>> rates,
            boolean crowds,
            boolean pauses) {
        this.slices = slices;
        this.pools = pools;
        this.cells = cells;
        this.rates = rates;
        this.crowds = crowds;
        this.pauses = pauses;
    }

    /** Returns whether what a setting left behind counts for others, so that slices have to be longer. */
    boolean carriedOver() {
        return lengthsDiffer() || crowdsMove() || swings();
    }

    /**
     * Returns whether a setting gave more or less, beside the others, in long slices than in short ones: what a setting leaves behind,
     * such as waiting requests, locks, or what is in caches, counts for the next one where slices are short.
     */
    private boolean lengthsDiffer() {
        List<Boolean> isLong = slices.longBlocks();
        return IntStream.range(0, rates.size()).anyMatch(arm -> {
            double[] inShort = beside(arm, isLong, false);
            double[] inLong = beside(arm, isLong, true);
            return Math.min(inShort.length, inLong.length) >= LEAST_TO_COMPARE
                    && Math.abs(mean(inShort) - mean(inLong)) > HARMLESS
                    && Statistics.differ(inShort, inLong, BY_CHANCE / rates.size());
        });
    }

    /** Returns whether a setting gave more in every other round than in the others, in which nothing but chance may differ (an A/A check). */
    boolean turnsDiffer() {
        return slices.halved()
                && cells.stream()
                        .map(own -> own.stream().mapToDouble(SliceCell::turns).toArray())
                        .anyMatch(turns -> turns.length >= LEAST_TO_COMPARE
                                && Math.abs(mean(turns)) > HARMLESS
                                && Statistics.differ(turns, new double[turns.length], BY_CHANCE / cells.size()));
    }

    /**
     * Returns whether at one of the settings more or fewer threads asked for a connection than were given one: a crowd grew there that
     * another setting served, so that neither gave what it gives for good. A setting at which one grows gives all that it can; where
     * the next one serves it in what is left out, only that one can err.
     */
    private boolean crowdsMove() {
        return crowds
                && cells.stream().anyMatch(own -> {
                    double[] asked = own.stream()
                            .filter(cell -> cell.seconds() > 0)
                            .mapToDouble(SliceCell::asked)
                            .toArray();
                    return asked.length >= LEAST_TO_COMPARE
                            && (leavesRoundOut() ? -mean(asked) : Math.abs(mean(asked))) > HARMLESS_CROWD
                            && Statistics.differ(asked, new double[asked.length], BY_CHANCE / cells.size());
                });
    }

    /**
     * Returns whether a setting's rate beside the others goes up and down from block to block far more than counts do by chance: holds that are
     * longer than the slices, or a crowd that comes and goes.
     */
    private boolean swings() {
        return IntStream.range(0, rates.size()).anyMatch(arm -> {
            double[] beside = beside(arm);
            double counted = cells.get(arm).stream()
                    .mapToDouble(SliceCell::holds)
                    .average()
                    .orElse(0);
            return beside.length >= LEAST_TO_COMPARE
                    && counted > 0
                    && Statistics.variance(beside) > SWINGS * SWINGS + COUNTS / counted;
        });
    }

    /**
     * Returns whether more connections were in use at a setting than it allows: those that a larger one had handed out were still held, so that
     * it did not hold yet where it was counted.
     */
    boolean exceeded(int arm) {
        double seconds = cells.get(arm).stream().mapToDouble(SliceCell::seconds).sum();
        double held = cells.get(arm).stream().mapToDouble(SliceCell::heldMs).sum() / 1000;
        return held > (1 + HARMLESS_EXCESS) * pools.get(arm) * seconds;
    }

    /**
     * Returns whether a crowd grows at a setting, and the next one serves it in a whole round of users who pause that is left out: in the round
     * that is counted they come unevenly, which is no sign of what is still to settle.
     */
    boolean crowdServedUncounted() {
        return leavesRoundOut()
                && crowds
                && cells.stream()
                        .anyMatch(own -> own.stream()
                                        .filter(cell -> cell.seconds() > 0)
                                        .mapToDouble(SliceCell::asked)
                                        .average()
                                        .orElse(0)
                                > HARMLESS_CROWD);
    }

    private boolean leavesRoundOut() {
        return pauses && 2 * slices.settling() >= slices.slots();
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    /** Returns ln of a setting's rate over that of all, for the blocks of one length. */
    private double[] beside(int arm, List<Boolean> isLong, boolean wanted) {
        return IntStream.range(0, isLong.size())
                .filter(block -> isLong.get(block) == wanted)
                .boxed()
                .flatMapToDouble(block -> beside(arm, block).stream())
                .toArray();
    }

    /** Returns ln of a setting's rate over that of all, for the blocks in which each had something counted. */
    double[] beside(int arm) {
        return IntStream.range(0, rates.get(arm).size())
                .boxed()
                .flatMapToDouble(block -> beside(arm, block).stream())
                .toArray();
    }

    private OptionalDouble beside(int arm, int block) {
        return rates.stream().allMatch(each -> each.get(block) > 0)
                ? OptionalDouble.of(Math.log(rates.get(arm).get(block))
                        - rates.stream()
                                .mapToDouble(each -> Math.log(each.get(block)))
                                .average()
                                .orElse(0))
                : OptionalDouble.empty();
    }
}
