package dev.poolfit.verdict.comparison;

import dev.poolfit.evidence.BlockComparison;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.verdict.reason.Condition;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Holds what was compared within the pool against the same settings at their real size: a limiter that hands on more slowly than a pool
 * of that size, connections that the database keeps, or memory would make another ratio of it. Where they differ the real sizes
 * count.
 */
public final class RealSizes {
    /** The probability that noise alone is taken for a difference. */
    private static final double BY_CHANCE = 0.01;
    /** A difference that is harmless, on the log scale. */
    private static final double HARMLESS = 0.03;

    /** Degrees of freedom that the noise of long slices lends to that of real sizes at most. */
    private static final int MOST_LENT = 12;

    private final List<Trial> within;
    private final List<Trial> real;
    private final Optional<Condition.AsRealSizes> seen;

    /**
     * @param all the trials of a run
     * @param within those before that were compared within the pool, as they count
     */
    public RealSizes(List<Trial> all, List<Trial> within) {
        this.within = within;
        real = all.stream().filter(trial -> trial.role() == Role.REAL_SIZE).toList();
        seen = real.size() >= 2 ? pair(real.get(0), real.get(1)) : Optional.empty();
    }

    /** Returns the trials without those of real sizes. */
    public static List<Trial> others(List<Trial> trials) {
        return trials.stream().filter(trial -> trial.role() != Role.REAL_SIZE).toList();
    }

    private Optional<Condition.AsRealSizes> pair(Trial smaller, Trial larger) {
        double[] logs = logs(smaller, larger);
        var ratios = new Ratios(within, HARMLESS);
        Set<Settings> beside = Set.of(larger.settings());
        Optional<Interval> seenWithin = logs.length < BlockComparison.LEAST_BLOCKS
                ? Optional.empty()
                : ratios.interval(smaller.settings(), beside);
        return seenWithin.map(interval -> {
            // Long slices last at least as long as real sizes hold, and were as noisy on services where both were seen.
            var slices = LoadNoise.comparison(within, SliceLengths::isLong);
            int lent = Math.min(MOST_LENT, slices.degrees());
            double own = logs.length - 1.0;
            double variance = (own * Statistics.variance(logs) + lent * slices.variance()) / (own + lent);
            double half = Statistics.tQuantile(own + lent) * Math.sqrt(variance / logs.length);
            double mean = Arrays.stream(logs).average().orElseThrow();
            Interval real = new Interval(mean, mean - half, mean + half);
            double apart = Math.abs(real.mean() - Math.log(ratios.estimate(smaller.settings(), beside)));
            double error = Math.hypot(Math.sqrt(variance / logs.length), ratios.error(smaller.settings(), beside));
            boolean differ = apart > HARMLESS
                    && apart > error * TDistribution.of(own + lent).inverseSurvivalProbability(BY_CHANCE / 2);
            return new Condition.AsRealSizes(
                    smaller.settings(),
                    larger.settings(),
                    interval,
                    new Interval(Math.exp(real.mean()), Math.exp(real.low()), Math.exp(real.high())),
                    differ);
        });
    }

    /** Returns ln of the ratio in each block in which both gave something; none where one of them does not count. */
    private static double[] logs(Trial smaller, Trial larger) {
        if (!smaller.valid() || !larger.valid()) {
            return new double[0];
        }
        List<Double> small = smaller.periods().map(Periods::rates).orElse(List.of());
        List<Double> large = larger.periods().map(Periods::rates).orElse(List.of());
        return IntStream.range(0, Math.min(small.size(), large.size()))
                .filter(block -> small.get(block) > 0 && large.get(block) > 0)
                .mapToDouble(block -> Math.log(small.get(block) / large.get(block)))
                .toArray();
    }

    /** Returns whether real sizes were compared, whatever came of it. */
    public boolean tried() {
        return !real.isEmpty();
    }

    /** Returns what is to be said of real sizes: what was seen, or that it does not count; empty where they were not compared. */
    public Optional<Condition> told() {
        return seen.<Condition>map(each -> each)
                .or(() -> real.size() < 2
                        ? Optional.empty()
                        : Optional.of(new Condition.NotAtRealSize(
                                real.get(0).settings(), real.get(1).settings())));
    }

    /** Returns what was seen of the same settings in both ways; empty as long as too little is. */
    public Optional<Condition.AsRealSizes> seen() {
        return seen;
    }

    /** Returns whether they differ by more than chance, so that what was compared within the pool does not count. */
    public boolean contradict() {
        return seen.filter(Condition.AsRealSizes::differ).isPresent();
    }
}
