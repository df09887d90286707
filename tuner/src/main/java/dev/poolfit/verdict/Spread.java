package dev.poolfit.verdict;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.evidence.Trial;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How far runs of the same setting lie apart: the pooled standard deviation of the logarithms of a figure.
 *
 * @param degreesOfFreedom Σ(runs−1) over the settings
 */
record Spread(double deviation, int degreesOfFreedom) {
    private static final int ENOUGH = 3;

    static Spread of(Collection<List<Trial>> groups, ToDoubleFunction<Trial> figure) {
        double squares = 0;
        int degrees = 0;
        for (List<Trial> group : groups) {
            double[] logs = group.stream()
                    .mapToDouble(figure)
                    .filter(value -> value > 0)
                    .map(Math::log)
                    .toArray();
            double mean = Arrays.stream(logs).average().orElse(0);
            squares += Arrays.stream(logs).map(x -> (x - mean) * (x - mean)).sum();
            degrees += Math.max(0, logs.length - 1);
        }
        return new Spread(degrees == 0 ? 0 : Math.sqrt(squares / degrees), degrees);
    }

    /** The wider of what the runs themselves say and, once it is known well enough, of how far runs lie apart. */
    Interval interval(List<Trial> group, Function<Trial, Interval> figure) {
        double mean = group.stream()
                .mapToDouble(trial -> figure.apply(trial).mean())
                .average()
                .orElseThrow();
        double variance = group.stream()
                        .mapToDouble(trial -> {
                            Interval each = figure.apply(trial);
                            return Math.pow((each.high() - each.low()) / 2, 2);
                        })
                        .average()
                        .orElseThrow()
                / group.size();
        double within = Math.sqrt(variance);
        double between = degreesOfFreedom < ENOUGH
                ? 0
                : mean * Math.expm1(Statistics.tQuantile(degreesOfFreedom) * deviation / Math.sqrt(group.size()));
        double half = Math.max(within, between);
        return new Interval(mean, Math.max(0, mean - half), mean + half);
    }

    /**
     * How far, on the log scale, the mean of so many values may lie from the truth; infinite where no repeat tells.
     *
     * @param variances how many runs' variances each value holds: 1 for a run, 2 for the ratio of two runs
     * @param chance of lying farther away, on both sides together
     */
    double half(int values, int variances, double chance) {
        return degreesOfFreedom == 0 || values == 0
                ? Double.POSITIVE_INFINITY
                : TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(chance / 2)
                        * deviation
                        * Math.sqrt((double) variances / values);
    }
}
