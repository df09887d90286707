package dev.poolfit.model.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;

/** Quantiles come back within a bin's width over the whole range. */
class LatencyHistogramTest {
    @Test
    void quantiles_lie_within_0_4_percent_from_a_microsecond_to_an_hour() {
        for (double scale = 1e-6; scale < 3_600; scale *= 7) {
            var histogram = new LatencyHistogram();
            for (int i = 1; i <= 1_000; i++) {
                histogram.add(i * scale / 1_000);
            }
            for (double share : new double[] {0.01, 0.5, 0.95, 0.99, 1}) {
                assertThat(histogram.quantile(share)).isCloseTo(share * scale, withPercentage(0.4));
            }
            assertThat(histogram.mean()).isCloseTo(0.5005 * scale, withPercentage(1e-9));
        }
    }

    @Test
    void counts_up_to_a_time_are_those_of_the_times_below_it() {
        var histogram = new LatencyHistogram();
        for (int i = 1; i <= 1_000; i++) {
            histogram.add(i / 1_000.0);
        }
        assertThat(histogram.countUpTo(0.25)).isCloseTo(250, withPercentage(0.5));
        assertThat(histogram.countUpTo(1e-10)).isZero();
        assertThat(histogram.countUpTo(1e9)).isEqualTo(1_000);
    }

    @Test
    void what_lies_outside_counts_at_the_edge() {
        var histogram = new LatencyHistogram();
        histogram.add(0);
        histogram.add(1e9);
        assertThat(histogram.count()).isEqualTo(2);
        assertThat(histogram.quantile(0.25)).isLessThan(1e-8);
        assertThat(histogram.quantile(1)).isGreaterThan(1e6);
    }
}
