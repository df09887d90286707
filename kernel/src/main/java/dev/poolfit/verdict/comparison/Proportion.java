package dev.poolfit.verdict.comparison;

import dev.poolfit.evidence.Interval;

/**
 * The most that larger pools can give, by a smaller one all of whose connections were in use.
 *
 * <p>With more connections none is held for a shorter time, so n connections give at most n ÷ m times what m gave (the
 * utilisation law: Denning and Buzen, <i>The Operational Analysis of Queueing Network Models</i>, ACM Computing Surveys 10(3),
 * 1978).
 *
 * @param pool the size of the smaller one, m; at least 1
 * @param ratio its rate as a multiple of the best
 * @param inUse the share of its connections that was in use, above 0 and at most 1
 */
public record Proportion(int pool, Interval ratio, double inUse) {
    /** Returns the most that a larger pool gives, as a multiple of the best. */
    public double most(int larger) {
        return ratio.high() / inUse * larger / pool;
    }

    /** Bounds a ratio to the best from above. */
    public Interval bounded(int larger, Interval ratio) {
        double most = most(larger);
        return most < ratio.high()
                ? new Interval(Math.min(ratio.mean(), most), Math.min(ratio.low(), most), most)
                : ratio;
    }
}
