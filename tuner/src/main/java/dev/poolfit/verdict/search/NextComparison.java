package dev.poolfit.verdict.search;

import dev.poolfit.evidence.BlockComparison;
import dev.poolfit.verdict.search.Narrowing.Relation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Which values to compare with the best next: a lower one that is expected to be worse and an upper one that is expected not
 * to be, so close together that the upper is then the answer, and so far from the line that they are told from it soon. Once
 * there is an answer, the smallest upper that what is left of the budget can well pay for. Where nothing pays for such a pair,
 * the value that is decided soonest.
 */
final class NextComparison {
    /** Between what is worse and what is not; without a model the middle of a gap tells more than its ends. */
    private static final double WIDE = 1.6;
    /** What is expected may be wrong: each setting of a comparison has no more time at once. */
    private static final int MOST_SECONDS = 16;

    /** Comparisons whose lengths differ by no more take about as long. */
    private static final double ABOUT = 1.25;

    private final Narrowing known;
    private final int most;

    /** @param period how long a setting holds */
    NextComparison(Narrowing known, Duration period) {
        this.known = known;
        most = (int) (MOST_SECONDS / period.toSeconds());
    }

    /**
     * Values beside the best.
     *
     * @param blocks how many
     */
    record Round(List<Integer> values, int blocks) {}

    /** @param blocks blocks of two settings that are left */
    Optional<Round> next(double blocks) {
        int low = known.worse();
        int high = known.ceiling();
        if (!known.guided() && high > WIDE * Math.max(known.low(), low) && high - low > 2) {
            int middle = (int) Math.round(Math.sqrt((double) Math.max(1, low) * high));
            int inside = Math.max(low + 1, Math.min(high - 1, middle));
            if (!known.compared(inside)) {
                return Optional.of(new Round(List.of(inside), rounded(known.blocksToShow(inside))));
            }
        }
        double[] below = IntStream.rangeClosed(low, high)
                .mapToDouble(value -> known.missing(value, Relation.WORSE))
                .toArray();
        double[] above = IntStream.rangeClosed(low, high)
                .mapToDouble(value -> known.missing(value, Relation.NOT_WORSE))
                .toArray();
        Optional<Pair> best = Optional.empty();
        for (int upper = low + 1; upper <= high; upper++) {
            for (int lower = low; lower < upper; lower++) {
                Pair pair = new Pair(lower, upper, below[lower - low], above[upper - low]);
                boolean wanted = known.close()
                        ? upper < high && pair.cost() <= blocks / 2
                        : Narrowing.close(lower, upper) && pair.blocks() > 0;
                if (wanted
                        && best.filter(other -> !pair.betterThan(other, !known.close()))
                                .isEmpty()) {
                    best = Optional.of(pair);
                }
            }
        }
        OptionalInt soonest = known.unclear();
        if (best.filter(pair -> pair.cost() > blocks).isPresent()
                && soonest.isPresent()
                && known.blocksToDecide(soonest.getAsInt()) <= blocks) {
            int value = soonest.getAsInt();
            return Optional.of(new Round(List.of(value), rounded(known.blocksToDecide(value))));
        }
        return best.map(pair -> new Round(pair.values(), rounded(pair.blocks())));
    }

    private int rounded(double blocks) {
        return (int) Math.max(BlockComparison.LEAST_BLOCKS, Math.min(most, Math.ceil(blocks)));
    }

    /** Two values of which the upper is the answer if both are what they are expected to be. */
    private record Pair(int lower, int upper, double lowerBlocks, double upperBlocks) {
        double blocks() {
            return Math.max(lowerBlocks, upperBlocks);
        }

        private int arms() {
            return (lowerBlocks > 0 ? 1 : 0) + (upperBlocks > 0 ? 1 : 0);
        }

        /** In blocks of two settings. */
        double cost() {
            return blocks() * (1 + arms()) / 2;
        }

        /** It takes less by far, or is smaller, or its lower value is farther from the line, or tells more once there is an answer. */
        boolean betterThan(Pair other, boolean sooner) {
            if (sooner && Math.max(cost(), other.cost()) > ABOUT * Math.min(cost(), other.cost())) {
                return cost() < other.cost();
            }
            boolean better = sooner ? lowerBlocks < other.lowerBlocks : lower > other.lower;
            return upper < other.upper || upper == other.upper && better;
        }

        List<Integer> values() {
            var values = new ArrayList<Integer>();
            if (upperBlocks > 0) {
                values.add(upper);
            }
            if (lowerBlocks > 0) {
                values.add(lower);
            }
            return values;
        }
    }
}
