package dev.poolfit.evidence;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The noise between runs of one setting: the pooled variance of the logarithms of a figure, by degrees of freedom.
 *
 * <p>This is the one estimate of run-to-run noise; who uses it chooses what is known before any repeat ({@link #NONE},
 * {@link #USUAL}, {@link #CAUTIOUS}) and adds what was measured.
 *
 * @param squares sum of squared deviations on the log scale; at least 0, finite
 * @param degrees degrees of freedom that they have; at least 0, finite
 */
public record RunNoise(double squares, double degrees) {
    /** No knowledge before repeats are there: for intervals that rest on measurements alone. */
    public static final RunNoise NONE = new RunNoise(0, 0);
    /** The usual prior: runs differ by 2 %, as if four degrees of freedom had shown it. */
    public static final RunNoise USUAL = prior(0.02, 4);
    /** A cautious prior: runs differ by 5 %. It is for refusing a model, which one unlucky run must not do. */
    public static final RunNoise CAUTIOUS = prior(0.05, 4);

    public RunNoise {
        if (!(squares >= 0 && degrees >= 0 && squares + degrees < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("squares and degrees of freedom must be finite and at least 0, but are "
                    + squares + " and " + degrees);
        }
    }

    private static RunNoise prior(double deviation, double degrees) {
        return new RunNoise(degrees * deviation * deviation, degrees);
    }

    /** Adds squares with their degrees of freedom. */
    public RunNoise and(double moreSquares, double moreDegrees) {
        return new RunNoise(squares + moreSquares, degrees + moreDegrees);
    }

    /**
     * Adds the runs of one setting.
     *
     * @param figures one for each run; those that are not above 0 do not count
     */
    public RunNoise andRuns(double[] figures) {
        return andLogs(
                Arrays.stream(figures).filter(value -> value > 0).map(Math::log).toArray());
    }

    /** Adds the runs of one setting, given as logarithms. */
    public RunNoise andLogs(double[] logs) {
        double mean = Arrays.stream(logs).average().orElse(0);
        return and(Arrays.stream(logs).map(x -> (x - mean) * (x - mean)).sum(), Math.max(0, logs.length - 1));
    }

    /**
     * Adds the runs of one setting, of which only their standard deviation is known.
     *
     * @param deviation as a share
     * @param runs at least 1
     */
    public RunNoise andRuns(double deviation, int runs) {
        return and((runs - 1) * deviation * deviation, runs - 1);
    }

    /** Returns the standard deviation between runs on the log scale, for small ones a share; 0 where nothing tells. */
    public double deviation() {
        return degrees == 0 ? 0 : Math.sqrt(squares / degrees);
    }

    /**
     * Returns half the width of the interval of a mean, on the log scale; infinite where no repeat tells (Student's t).
     *
     * @param values the number of runs, or of ratios of two runs
     * @param variances the runs whose variances each value holds: 1 for a run, 2 for the ratio of two runs
     * @param chance the probability of lying farther away, on both sides together
     */
    public double half(int values, int variances, double chance) {
        return degrees == 0 || values == 0
                ? Double.POSITIVE_INFINITY
                : TDistribution.of(degrees).inverseSurvivalProbability(chance / 2)
                        * deviation()
                        * Math.sqrt((double) variances / values);
    }
}
