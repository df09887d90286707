package dev.poolfit.verdict.comparison;

import dev.poolfit.evidence.BlockComparison;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.evidence.Trial;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Splits the noise between periods: into what is independent from moment to moment, such as counts, and into what drifts like a
 * random walk, such as the speed of the machine. The first wants long periods, of which little is left out after each switch,
 * the second short ones.
 *
 * <p>With T seconds left of each period and c seconds from the middle of one to that of another, the rates of two periods
 * differ by a variance of 2 q ÷ T + r (c − T ÷ 3) on the log scale, and the halves of one period by 4 q ÷ T + r T ÷ 3: both are
 * seen, and give q and r.
 */
public final class PeriodNoise {
    /** Noise of 0.1 %; less of it is rounding. */
    private static final double LEAST_VARIANCE = 1e-6;

    private final double independent;
    private final double drift;
    private final int blocks;

    private PeriodNoise(double independent, double drift, int blocks) {
        this.independent = independent;
        this.drift = drift;
        this.blocks = blocks;
    }

    /**
     * Estimates the noise from all loads whose periods were read by halves.
     *
     * @param fewest blocks of all loads together that suffice
     */
    public static Optional<PeriodNoise> of(List<Trial> trials, int fewest) {
        double independent = 0;
        double drift = 0;
        double weights = 0;
        int told = 0;
        var loads = trials.stream()
                .filter(trial -> trial.valid()
                        && trial.periods()
                                .filter(periods -> periods.trends().size() >= BlockComparison.LEAST_BLOCKS)
                                .isPresent())
                .collect(Collectors.groupingBy(
                        trial -> trial.periods().orElseThrow().load()));
        for (List<Trial> arms : loads.values()) {
            var comparison = new BlockComparison<>(TurnBlocks.asSeen(arms, alike -> 1));
            int weight = comparison.degrees();
            double halves =
                    arms.stream().mapToDouble(PeriodNoise::halves).average().orElseThrow();
            double left = left(arms.get(0));
            double period = left + settling(arms.get(0));
            double slope = walk(period, left, arms.size()) - left / 6;
            double walked = (comparison.variance() - halves / 2) / slope;
            independent += weight * left * (halves / 2 - walked * left / 6) / 2;
            drift += weight * walked;
            weights += weight;
            told += weight > 0 ? blocks(arms.get(0)) : 0;
        }
        return told >= fewest
                ? Optional.of(new PeriodNoise(Math.max(0, independent / weights), Math.max(0, drift / weights), told))
                : Optional.empty();
    }

    /** Returns the number of blocks that tell it. */
    public int blocks() {
        return blocks;
    }

    private static int blocks(Trial trial) {
        return trial.periods().orElseThrow().rates().size();
    }

    /** Returns the seconds of each period that counted. */
    private static double left(Trial trial) {
        return trial.span().measuredSeconds() / blocks(trial);
    }

    /** Returns the seconds of each period that were left out. */
    private static double settling(Trial trial) {
        return trial.span().warmSeconds() / blocks(trial);
    }

    /** Returns the part of the random walk's variance in a second between two periods of a block, in the mean. */
    private static double walk(double period, double left, int arms) {
        return period * (arms + 1) / 3 - left / 3;
    }

    /** Returns the variance between the halves of a setting's periods, without what it settles. */
    private static double halves(Trial arm) {
        return Statistics.variance(arm.periods().orElseThrow().trends().stream()
                .mapToDouble(Double::doubleValue)
                .toArray());
    }

    /** Returns the variance of a comparison of two settings in one block of a trial's load; above 0. */
    public double ofPair(Trial trial) {
        double period = left(trial) + settling(trial);
        return Math.max(LEAST_VARIANCE, ofSecond(period, settling(trial)) / period);
    }

    /**
     * Returns the variance of a comparison of two settings for a second of load each.
     *
     * @param period in seconds
     * @param settling seconds of it that are left out; less than the period
     */
    public double ofSecond(double period, double settling) {
        double left = period - settling;
        return period * (2 * independent / left + drift * walk(period, left, 2));
    }
}
