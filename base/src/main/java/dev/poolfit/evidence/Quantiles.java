package dev.poolfit.evidence;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * A quantile of what was counted second by second, with its 95 % interval from order statistics: the values at the ranks
 * np ± z √(φ n p (1 − p)), which needs no assumption on the distribution. Response times of neighbouring requests are
 * alike, so that n of them tell less than n independent ones: φ is by how much the counts above the quantile scatter more
 * between the seconds than a binomial's would, estimated from five seconds on (the batch means of an indicator; Chen and Kelton
 * 2006), else 1.
 */
final class Quantiles {
    private static final int LEAST_SECONDS = 5;
    /** Standard errors that prove it: what makes response times alike mostly ends within a second. */
    private static final double PROOF = 2;

    private Quantiles() {}

    /**
     * @param seconds at least one with a value
     * @param share between 0 and 1
     */
    static Interval interval(List<Histogram> seconds, double share) {
        var all = new Histogram(3);
        all.setAutoResize(true);
        seconds.forEach(all::add);
        long value = all.getValueAtPercentile(100 * share);
        double count = all.getTotalCount();
        double binomial = count * share * (1 - share);
        double scatter = scatter(seconds, value, 1 - below(all, value));
        double spread = scatter > 0 ? scatter : Statistics.Z * Math.sqrt(binomial);
        double low = all.getValueAtPercentile(100 * Math.max(0, share - spread / count));
        double high = all.getValueAtPercentile(100 * Math.min(1, share + spread / count));
        return new Interval(value, Math.min(low, value), Math.max(high, value));
    }

    private static double below(Histogram histogram, long value) {
        return (double) histogram.getCountBetweenValues(0, value) / histogram.getTotalCount();
    }

    /** Returns half the width of the interval of the number of values above {@code value}, from their counts in each second. */
    private static double scatter(List<Histogram> seconds, long value, double expected) {
        double[] excess = seconds.stream()
                .filter(each -> each.getTotalCount() > 0)
                .mapToDouble(each ->
                        each.getTotalCount() - each.getCountBetweenValues(0, value) - expected * each.getTotalCount())
                .toArray();
        if (excess.length < LEAST_SECONDS) {
            return 0;
        }
        Interval mean = new CorrelatedMean(excess, PROOF).interval();
        return excess.length * (mean.high() - mean.low()) / 2;
    }
}
