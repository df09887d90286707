package dev.poolfit.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An interval at 95 % covers the truth in 93 to 97 of 100 seeded runs. */
class CoverageIT {
    private static final int RUNS = 2_000;

    private static void covers(double truth, LongFunction<Interval> run) {
        int covered = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            Interval interval = run.apply(1_000_003L * seed + 7);
            covered += interval.low() <= truth && truth <= interval.high() ? 1 : 0;
        }
        assertThat((double) covered / RUNS).isBetween(0.93, 0.97);
    }

    @ParameterizedTest
    @CsvSource({"0, 30", "0, 60", "0, 120", "0.3, 30", "0.3, 60", "0.3, 120", "0.6, 30", "0.6, 60", "0.6, 120"})
    void the_mean_of_seconds_that_are_independent_or_alike(double correlation, int seconds) {
        covers(100, seed -> Statistics.batchMeans(Noise.autoregression(seed, seconds, correlation, z -> 100 + 5 * z)));
    }

    @ParameterizedTest
    @CsvSource({"0, 30", "0, 60", "0, 120", "0.3, 30", "0.3, 60", "0.3, 120", "0.6, 30", "0.6, 60", "0.6, 120"})
    void the_mean_of_seconds_that_lie_askew_and_are_alike(double correlation, int seconds) {
        covers(
                Math.exp(0.125),
                seed -> Statistics.batchMeans(
                        Noise.autoregression(seed, seconds, correlation, z -> Math.exp(0.5 * z))));
    }

    @ParameterizedTest
    @CsvSource({"1, 30", "1, 60", "1, 120", "4, 30", "4, 60", "4, 120"})
    void the_mean_of_seconds_as_askew_as_exponential_ones(int degree, int seconds) {
        covers(degree, seed -> Statistics.batchMeans(Noise.gamma(seed, seconds, degree)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 10})
    void the_mean_over_runs(int runs) {
        covers(100, seed -> Statistics.acrossRuns(Noise.autoregression(seed, runs, 0, z -> 100 + 3 * z)));
    }

    @ParameterizedTest
    @CsvSource({"0.5, 30, 40", "0.9, 30, 40", "0.99, 30, 100", "0.99, 10, 200", "0.999, 20, 1000"})
    void a_quantile_of_independent_times(double share, int seconds, int aSecond) {
        double truth = -10_000 * Math.log(1 - share);

        covers(truth, seed -> {
            double[] times = Noise.gamma(seed, seconds * aSecond, 1);
            return Statistics.quantile(bySecond(times, aSecond), share);
        });
    }

    @ParameterizedTest
    @CsvSource({"0.5, 0.6, 60", "0.99, 0.6, 60", "0.99, 0.9, 60", "0.99, 0.6, 30"})
    void a_quantile_of_times_that_are_alike(double share, double correlation, int seconds) {
        int aSecond = 100;
        double z = org.apache.commons.statistics.distribution.NormalDistribution.of(0, 1)
                .inverseCumulativeProbability(share);

        covers(10_000 * Math.exp(0.7 * z), seed -> {
            double[] times = Noise.autoregression(seed, seconds * aSecond, correlation, x -> Math.exp(0.7 * x));
            return Statistics.quantile(bySecond(times, aSecond), share);
        });
    }

    private static List<Histogram> bySecond(double[] times, int aSecond) {
        var seconds = new ArrayList<Histogram>();
        for (int i = 0; i < times.length; i++) {
            if (i % aSecond == 0) {
                seconds.add(new Histogram(1_000_000, 3));
            }
            seconds.get(seconds.size() - 1).recordValue(Math.round(times[i] * 10_000));
        }
        return seconds;
    }

    @Test
    void a_share_of_failures() {
        double truth = 0.02;
        covers(truth, seed -> {
            var random = new java.util.Random(seed);
            long failed = random.doubles(2_000).filter(each -> each < truth).count();
            return Statistics.share(failed, 2_000);
        });
    }
}
