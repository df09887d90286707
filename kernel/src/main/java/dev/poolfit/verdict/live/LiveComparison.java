package dev.poolfit.verdict.live;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.live.LiveBlock;
import dev.poolfit.evidence.live.TurnSums;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A smaller pool beside today's, by blocks in which both took turns. Its intervals hold at all times together.
 *
 * @param blocks that there are; with fewer than {@link #LEAST_BLOCKS} the intervals are open
 * @param borrows that were asked for at the smaller size
 * @param seconds that the blocks took
 * @param extra the time that a borrow waited beyond today's size, as a share of what a borrow takes there, waiting and holding
 * @param hold the time for which a connection was held, as a ratio to today's size
 * @param rate the borrows a second, as a ratio to today's size
 * @param late the share of borrows that waited longer than was agreed, less that at today's size
 */
public record LiveComparison(
        int blocks, double borrows, double seconds, Interval extra, Interval hold, Interval rate, Interval late) {
    /** The fewest blocks of which a variance tells something. */
    public static final int LEAST_BLOCKS = 30;

    /** The fewest borrows at the smaller size that say something of one in a hundred. */
    private static final double LEAST_BORROWS = 500;

    /**
     * Fewer connections make no work slower by themselves, so that waits decide; holds must only not be longer by more than this, which
     * takes far fewer borrows to show than the margin.
     */
    private static final double MOST_HOLD = 1.1;

    /**
     * Users who wait for an answer come later by what they wait for it. So what waits may take of their rate is within the margin
     * once the waits are (interactive response time law); the rate itself must only not be lower by more than this.
     */
    private static final double LEAST_RATE = 0.9;

    private static final Interval OPEN = new Interval(1, 0, Double.POSITIVE_INFINITY);
    private static final Interval UNKNOWN = new Interval(0, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    /**
     * Compares.
     *
     * @param alpha the chance that any of the intervals is ever wrong, above 0, below 0.5
     */
    static LiveComparison of(List<LiveBlock> blocks, double alpha) {
        return of(blocks, LiveBlock::tried, LiveBlock::reference, alpha);
    }

    /** Compares today's size with itself. */
    static LiveComparison again(List<LiveBlock> blocks, double alpha) {
        return of(blocks, LiveBlock::again, LiveBlock::today, alpha);
    }

    private static LiveComparison of(
            List<LiveBlock> blocks,
            Function<LiveBlock, TurnSums> tried,
            Function<LiveBlock, TurnSums> today,
            double alpha) {
        List<TurnSums> first = blocks.stream().map(tried).toList();
        List<TurnSums> second = blocks.stream().map(today).toList();
        double borrows = first.stream().mapToDouble(TurnSums::asked).sum();
        double seconds = first.stream().mapToDouble(TurnSums::seconds).sum()
                + second.stream().mapToDouble(TurnSums::seconds).sum();
        if (blocks.size() < LEAST_BLOCKS || borrows < LEAST_BORROWS) {
            return new LiveComparison(blocks.size(), borrows, seconds, UNKNOWN, OPEN, OPEN, UNKNOWN);
        }
        double each = alpha / 4;
        return new LiveComparison(
                blocks.size(),
                borrows,
                seconds,
                difference(
                        first,
                        second,
                        TurnSums::waitedMs,
                        second.stream().mapToDouble(TurnSums::costMs).sum()
                                / second.stream().mapToDouble(TurnSums::asked).sum(),
                        0,
                        each),
                ratio(first, second, TurnSums::heldMs, TurnSums::asked, each),
                ratio(first, second, TurnSums::asked, TurnSums::seconds, each),
                difference(first, second, TurnSums::late, 1, 1, each));
    }

    /** The ratio of two ratios of sums; its error by the delta method on the log scale. */
    private static Interval ratio(
            List<TurnSums> first,
            List<TurnSums> second,
            ToDoubleFunction<TurnSums> above,
            ToDoubleFunction<TurnSums> below,
            double alpha) {
        double firstAbove = mean(first, above);
        double firstBelow = mean(first, below);
        double secondAbove = mean(second, above);
        double secondBelow = mean(second, below);
        if (!(firstAbove > 0 && firstBelow > 0 && secondAbove > 0 && secondBelow > 0)) {
            return OPEN;
        }
        double log = Math.log(firstAbove / firstBelow) - Math.log(secondAbove / secondBelow);
        double[] deviations = new double[first.size()];
        for (int i = 0; i < deviations.length; i++) {
            deviations[i] = above.applyAsDouble(first.get(i)) / firstAbove
                    - below.applyAsDouble(first.get(i)) / firstBelow
                    - above.applyAsDouble(second.get(i)) / secondAbove
                    + below.applyAsDouble(second.get(i)) / secondBelow;
        }
        double half = ConfidenceSequence.halfWidth(deviations.length, ConfidenceSequence.variance(deviations), alpha);
        return new Interval(Math.exp(log), Math.exp(log - half), Math.exp(log + half));
    }

    /**
     * The difference of a mean for each borrow, over a scale. What never happened may still happen once among so many: the error is at
     * least that of as rare an event.
     *
     * @param once what a borrow adds to whom it happens; 0 where nothing is added for what never happened
     */
    private static Interval difference(
            List<TurnSums> first,
            List<TurnSums> second,
            ToDoubleFunction<TurnSums> what,
            double scale,
            double once,
            double alpha) {
        int blocks = first.size();
        double firstAsked = mean(first, TurnSums::asked);
        double secondAsked = mean(second, TurnSums::asked);
        if (!(firstAsked > 0 && secondAsked > 0 && scale > 0)) {
            return UNKNOWN;
        }
        double firstMean = mean(first, what) / firstAsked;
        double secondMean = mean(second, what) / secondAsked;
        double[] deviations = new double[blocks];
        for (int i = 0; i < blocks; i++) {
            deviations[i] =
                    (what.applyAsDouble(first.get(i)) - firstMean * first.get(i).asked()) / firstAsked
                            - (what.applyAsDouble(second.get(i))
                                            - secondMean * second.get(i).asked())
                                    / secondAsked;
        }
        double rare = once
                * (blocks * (firstMean * firstAsked + secondMean * secondAsked) + 1)
                / (blocks * (firstAsked + secondAsked) + 1);
        double least = rare / firstAsked + rare / secondAsked;
        double half =
                ConfidenceSequence.halfWidth(blocks, Math.max(least, ConfidenceSequence.variance(deviations)), alpha);
        double mean = firstMean - secondMean;
        return new Interval(mean / scale, (mean - half) / scale, (mean + half) / scale);
    }

    private static double mean(List<TurnSums> all, ToDoubleFunction<TurnSums> what) {
        return all.stream().mapToDouble(what).average().orElse(0);
    }

    /** Returns whether each of the four is shown to be worse by no more than is allowed. */
    boolean notWorse(double margin, double lateShare) {
        return leansNotWorse(margin, lateShare)
                && extra.atMost(margin) == Interval.Side.BELOW
                && hold.atMost(Math.max(MOST_HOLD, 1 + margin)) == Interval.Side.BELOW
                && rate.atLeast(Math.min(LEAST_RATE, 1 - margin)) == Interval.Side.ABOVE
                && late.atMost(lateShare) == Interval.Side.BELOW;
    }

    /** Returns whether enough was seen to say anything. */
    boolean sawEnough() {
        return blocks >= LEAST_BLOCKS && borrows >= LEAST_BORROWS;
    }

    /** Returns whether enough was seen, and none of the four is worse in the mean by more than the margin. */
    boolean leansNotWorse(double margin, double lateShare) {
        return sawEnough()
                && extra.mean() <= margin
                && late.mean() <= lateShare
                && hold.mean() <= 1 + margin
                && rate.mean() >= 1 - margin;
    }

    /** Returns whether borrows are shown to wait longer by more than is allowed. */
    boolean worseByWaits(double margin, double lateShare) {
        return extra.atMost(margin) == Interval.Side.ABOVE || late.atMost(lateShare) == Interval.Side.ABOVE;
    }

    /** Returns whether one of the four is shown to be worse by more than is allowed. */
    boolean worse(double margin, double lateShare) {
        return worseByWaits(margin, lateShare)
                || hold.atMost(1 + margin) == Interval.Side.ABOVE
                || rate.atLeast(1 - margin) == Interval.Side.BELOW;
    }

    /**
     * Returns about how many times as long this has to go on until it can decide, if holds and rate do not differ: the errors fall with
     * the square root of the time. 1 where nobody can tell yet.
     */
    double times(double margin, double lateShare) {
        if (borrows < LEAST_BORROWS) {
            return LEAST_BORROWS / Math.max(1, borrows);
        }
        double most = Stream.of(
                        relative(extra.high() - extra.mean(), margin - extra.mean()),
                        relative(hold.high() - hold.mean(), Math.max(MOST_HOLD, 1 + margin) - 1),
                        relative(rate.mean() - rate.low(), Math.max(1 - LEAST_RATE, margin)),
                        relative(late.high() - late.mean(), lateShare - late.mean()))
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
        return Double.isFinite(most) ? Math.max(1, most * most) : 1;
    }

    private static double relative(double half, double room) {
        return half / Math.abs(room);
    }
}
