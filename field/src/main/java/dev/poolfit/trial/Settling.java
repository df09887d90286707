package dev.poolfit.trial;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Statistics;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Measures how long throughput takes to follow a switch of settings, by the counts of all periods: their mean by tenth
 * of a second since the switch, for each setting. What the marginal standard error rule (White 1997) finds to belong to
 * the transient is left out: d* = argmin Σ(y − ȳ)² ÷ (n − d)² over the n − d tenths that are left, where that is less
 * by half than at the least d, and where the rates before and after d differ by more than the scatter of the periods.
 * The setting that takes the longest counts for all.
 */
final class Settling {
    /** The least tenths that are left out: a setting takes hold a little after its period has begun. */
    static final int LEAST = 3;
    /** The share of the error up to which a transient stands out from noise. */
    private static final double TELLING = 0.5;
    /** The number of tenths that are averaged against noise. */
    private static final int SMOOTHED = 3;
    /** The number of periods below which a change cannot be told from noise. */
    private static final int LEAST_TO_TELL = 4;
    /** The change that is harmless, as a share of the throughput. */
    private static final double HARMLESS = 0.05;
    /** The probability that noise alone is taken for a change. */
    private static final double CHANCE = 0.002;

    private final List<List<int[]>> arms;
    private final int period;
    private final int least;
    private final int discarded;

    /**
     * @param arms for each setting its periods, each with the good responses by tenth of a second
     * @param period tenths of a second in a period
     * @param hold tenths of a second that a connection is held for: what the setting before sent ends so much later; at
     *     least 0
     */
    Settling(List<List<int[]>> arms, int period, int hold) {
        this.arms = arms;
        this.period = period;
        least = Math.max(LEAST, Math.min(LEAST + hold, period / 2));
        int longest = least;
        for (List<int[]> periods : arms) {
            longest = Math.max(longest, transientOf(periods));
        }
        discarded = longest;
    }

    /**
     * Returns the periods of each setting less what those of the others had at the same time since the switch, at each setting's own level:
     * what they have in common, such as users who come back together, is no sign of what a setting left behind.
     *
     * @param arms for each setting its periods, in the order of time
     */
    static List<List<int[]>> beside(List<List<int[]>> arms) {
        int periods = arms.stream().mapToInt(List::size).min().orElse(0);
        if (arms.size() < 2 || periods == 0) {
            return arms;
        }
        return IntStream.range(0, arms.size())
                .mapToObj(arm -> {
                    double others = IntStream.range(0, arms.size())
                            .filter(each -> each != arm)
                            .mapToObj(arms::get)
                            .flatMap(each -> each.subList(0, periods).stream())
                            .flatMapToInt(Arrays::stream)
                            .average()
                            .orElse(0);
                    return IntStream.range(0, periods)
                            .mapToObj(i -> beside(arms, arm, i, others))
                            .toList();
                })
                .toList();
    }

    /** @param others what the other settings have in the mean, which keeps this one at its own level */
    private static int[] beside(List<List<int[]>> arms, int arm, int period, double others) {
        int[] own = arms.get(arm).get(period);
        return IntStream.range(0, own.length)
                .map(i -> {
                    double all =
                            arms.stream().mapToInt(each -> each.get(period)[i]).sum();
                    return (int) Math.round(own[i] - (all - own[i]) / (arms.size() - 1) + others);
                })
                .toArray();
    }

    /** Returns whether the last two quarters of a setting's periods differ beyond their scatter and beyond harm. */
    private boolean stillChanges(List<int[]> periods) {
        int quarter = period / 4;
        return changes(periods, period - 2 * quarter, period - quarter, period - quarter, period);
    }

    private double[] profile(List<int[]> periods) {
        double[] sums = new double[period];
        for (int[] each : periods) {
            for (int i = 0; i < period; i++) {
                sums[i] += each[i];
            }
        }
        double[] smooth = new double[period - SMOOTHED + 1];
        for (int i = 0; i < smooth.length; i++) {
            smooth[i] = Arrays.stream(sums, i, i + SMOOTHED).sum();
        }
        return smooth;
    }

    /** Returns the first tenth that does not belong to the transient; at most half the period. */
    private int transientOf(List<int[]> periods) {
        double[] profile = profile(periods);
        int best = least;
        double lowest = TELLING * error(profile, least);
        for (int d = least + 1; d <= period / 2; d++) {
            if (error(profile, d) < lowest) {
                lowest = error(profile, d);
                best = d;
            }
        }
        return best > least && changes(periods, least, best, best, period) ? best : least;
    }

    /** Returns whether the rates in two parts of a setting's periods differ by more than scatter and than is harmless. */
    private static boolean changes(List<int[]> periods, int from, int to, int laterFrom, int laterTo) {
        double[] differences = periods.stream()
                .mapToDouble(each -> rate(each, laterFrom, laterTo) - rate(each, from, to))
                .toArray();
        double level = periods.stream()
                .mapToDouble(each -> rate(each, laterFrom, laterTo))
                .average()
                .orElse(0);
        if (differences.length < LEAST_TO_TELL || level == 0) {
            return false;
        }
        double mean = Arrays.stream(differences).average().orElseThrow();
        double error = Math.sqrt(Statistics.variance(differences) / differences.length);
        return Math.abs(mean) > HARMLESS * level
                && Math.abs(mean)
                        > TDistribution.of(differences.length - 1.0).inverseSurvivalProbability(CHANCE / 2) * error;
    }

    private static double rate(int[] tenths, int from, int to) {
        return Arrays.stream(tenths, from, to).average().orElse(0);
    }

    private static double error(double[] profile, int discarded) {
        double mean =
                Arrays.stream(profile, discarded, profile.length).average().orElseThrow();
        double squares = Arrays.stream(profile, discarded, profile.length)
                .map(y -> (y - mean) * (y - mean))
                .sum();
        double left = profile.length - discarded;
        return squares / (left * left);
    }

    /** Returns the tenths, or slots, that are left out at the beginning of each period. */
    int discarded() {
        return discarded;
    }

    /** Returns whether a setting's throughput had settled by the middle of its periods. */
    boolean settled(int arm) {
        return !stillChanges(arms.get(arm));
    }

    /** Returns a setting's good responses a second in each of its periods, without their beginnings. */
    List<Double> rates(int arm) {
        double seconds = (period - discarded) / (double) ClientSecond.TENTHS;
        return arms.get(arm).stream()
                .map(tenths -> Arrays.stream(tenths, discarded, period).sum() / seconds)
                .toList();
    }

    /** Returns for each period ln of its second half's rate over its first half's, half a response added to both. */
    List<Double> trends(int arm) {
        int half = (period - discarded) / 2;
        return arms.get(arm).stream()
                .map(tenths -> Math.log((Arrays.stream(tenths, period - half, period)
                                        .sum()
                                + 0.5)
                        / (Arrays.stream(tenths, discarded, discarded + half).sum() + 0.5)))
                .toList();
    }
}
