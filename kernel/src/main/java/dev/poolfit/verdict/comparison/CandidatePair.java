package dev.poolfit.verdict.comparison;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Two values of which the upper is the answer if both are what they are expected to be. Which of several is chosen does not
 * depend on their order.
 *
 * @param lowerBlocks blocks that the lower value misses, at least 0
 * @param upperBlocks the same of the upper value
 * @param begun whether both were compared already
 */
record CandidatePair(int lower, int upper, double lowerBlocks, double upperBlocks, boolean begun) {
    /** Comparisons that take no more than this times the least take about as long. */
    private static final double ABOUT = 1.25;

    private static final Comparator<CandidatePair> SMALLEST = Comparator.comparingInt(CandidatePair::upper)
            .thenComparing(CandidatePair::lower, Comparator.reverseOrder());

    /** Of two lower values at the same distance the larger one tells more. */
    private static final Comparator<CandidatePair> BEGUN = Comparator.comparing(
                    CandidatePair::begun, Comparator.reverseOrder())
            .thenComparingInt(CandidatePair::upper)
            .thenComparingDouble(CandidatePair::lowerBlocks)
            .thenComparing(SMALLEST);

    /** The one with the smallest upper value, and of these the one with the largest lower value. */
    static Optional<CandidatePair> smallest(Collection<CandidatePair> candidates) {
        return candidates.stream().min(SMALLEST);
    }

    /**
     * Of those that take about as long as the shortest: one that was begun, then a smaller upper value, then a lower value
     * farther from the line.
     */
    static Optional<CandidatePair> soonest(Collection<CandidatePair> candidates) {
        double least =
                candidates.stream().mapToDouble(CandidatePair::cost).min().orElse(Double.POSITIVE_INFINITY);
        return candidates.stream().filter(each -> each.cost() <= ABOUT * least).min(BEGUN);
    }

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
