package dev.poolfit.model.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;

/** Percentiles read from buckets are those that a dashboard would show, with its errors. */
class MicrometerBucketsTest {
    private static double p99(double seconds, double otherSeconds, int ofTheOther) {
        var times = new LatencyHistogram();
        for (int i = 0; i < 1_000; i++) {
            times.add(i < ofTheOther ? otherSeconds : seconds);
        }
        return MicrometerBuckets.quantile(times, 0.99);
    }

    @Test
    void timeouts_of_three_seconds_read_as_nearly_the_upper_bound_of_their_bucket() {
        assertThat(p99(1, 3.001, 500)).isCloseTo(2.863311529 + 0.98 * 0.357913941, withPercentage(0.1));
    }

    @Test
    void the_fewer_lie_in_the_bucket_the_nearer_its_lower_bound_is_read() {
        assertThat(p99(1, 3.001, 20)).isCloseTo(2.863311529 + 0.5 * 0.357913941, withPercentage(0.1));
    }

    @Test
    void beyond_the_bounds_of_spring_boot_the_nearest_is_read() {
        assertThat(p99(100, 100, 0)).isEqualTo(30);
        assertThat(p99(1e-5, 1e-5, 0)).isLessThan(0.001049);
        assertThat(MicrometerBuckets.quantile(new LatencyHistogram(), 0.99)).isNaN();
    }
}
