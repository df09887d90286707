package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A trial is as long as planned, or as the precision that was asked for needs, within its share of the budget. */
class LengthTest {
    private static final Duration PLANNED = Duration.ofSeconds(5);

    private static List<Sample> window(int seconds, double rate, double deviation, long seed) {
        var random = new Random(seed);
        return IntStream.range(0, seconds)
                .mapToObj(i ->
                        new Sample(i, Map.of(Metric.THROUGHPUT, Math.max(0, rate + deviation * random.nextGaussian()))))
                .toList();
    }

    private static int seconds(Length length, double rate, double deviation, long seed) {
        List<Sample> longest = window(200, rate, deviation, seed);
        return IntStream.rangeClosed(1, 200)
                .filter(count -> length.reached(longest.subList(0, count), PLANNED))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void without_a_precision_it_is_as_planned_or_three_times_that_for_few_requests() {
        var length = new Length(Optional.empty(), 20);

        assertThat(seconds(length, 100, 5, 1)).isEqualTo(5);
        assertThat(seconds(length, 20, 0, 1)).isEqualTo(10);
        assertThat(seconds(length, 1, 0, 1)).isEqualTo(15);
    }

    @Test
    void a_steady_trial_ends_as_soon_as_ten_seconds_can_tell() {
        assertThat(seconds(new Length(Optional.of(new Share(0.03)), 60), 100, 0.5, 1))
                .isEqualTo(10);
    }

    @Test
    void a_noisy_trial_goes_on_until_it_is_precise_or_its_share_is_used() {
        var length = new Length(Optional.of(new Share(0.03)), 60);
        double mean = IntStream.range(0, 200)
                .map(seed -> seconds(length, 100, 10, seed))
                .average()
                .orElseThrow();

        assertThat(mean).isBetween(35.0, 59.0); // (1.96 · 0.1 ÷ 0.03)² = 43
        assertThat(seconds(length, 100, 60, 1)).isEqualTo(60);
    }

    @Test
    void stopping_when_precise_costs_the_interval_little_of_its_coverage() {
        var length = new Length(Optional.of(new Share(0.03)), 120);
        long covered = IntStream.range(0, 1_000)
                .filter(seed -> {
                    int count = seconds(length, 100, 8, seed);
                    double[] rates = window(200, 100, 8, seed).subList(0, count).stream()
                            .mapToDouble(each -> each.get(Metric.THROUGHPUT).orElseThrow())
                            .toArray();
                    var interval = dev.poolfit.evidence.Statistics.batchMeans(rates);
                    return interval.low() <= 100 && 100 <= interval.high();
                })
                .count();

        assertThat(covered / 1_000.0).isBetween(0.90, 0.97);
    }
}
