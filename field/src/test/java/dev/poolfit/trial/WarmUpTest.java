package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Warming up ends when CPU time a request has been level for a while, whatever throughput shows. */
class WarmUpTest {
    private static final int RUNS = 200;

    /** The second after which the warm-up that follows a start ends, with 2 % of noise. */
    private static int over(long seed, IntToDoubleFunction cpuPerRequest) {
        var random = new Random(seed);
        List<Sample> samples = IntStream.range(0, 60)
                .mapToObj(i -> new Sample(
                        i,
                        Map.of(
                                Metric.THROUGHPUT,
                                100.0,
                                Metric.SERVICE_CPU,
                                100 * cpuPerRequest.applyAsDouble(i) * (1 + 0.02 * random.nextGaussian()))))
                .toList();
        return IntStream.rangeClosed(1, 60)
                .filter(seconds -> WarmUp.FIRST.over(samples.subList(0, seconds)))
                .findFirst()
                .orElseThrow();
    }

    private static double mean(IntToDoubleFunction cpuPerRequest) {
        return IntStream.range(0, RUNS)
                .map(seed -> over(seed, cpuPerRequest))
                .average()
                .orElseThrow();
    }

    @Test
    void a_service_that_is_warm_waits_hardly_longer_than_the_shortest() {
        assertThat(mean(second -> 0.01)).isBetween(8.0, 9.5);
    }

    @Test
    void a_fall_is_waited_for() {
        assertThat(mean(second -> second < 12 ? 0.03 - 0.02 * second / 12 : 0.01))
                .isBetween(12.0, 20.0);
    }

    @Test
    void a_level_that_falls_late_is_waited_for() {
        assertThat(mean(second -> second < 6 ? 0.02 : 0.01)).isBetween(9.0, 14.0);
    }

    @Test
    void what_never_becomes_level_ends_after_the_longest() {
        assertThat(mean(second -> 0.05 * Math.pow(0.9, second))).isEqualTo(30);
    }

    @Test
    void without_cpu_to_read_the_shortest_serves() {
        List<Sample> blind = IntStream.range(0, 8)
                .mapToObj(i -> new Sample(i, Map.of(Metric.THROUGHPUT, 100.0)))
                .toList();

        assertThat(WarmUp.FIRST.over(blind)).isTrue();
        assertThat(WarmUp.FIRST.over(blind.subList(0, 7))).isFalse();
    }
}
