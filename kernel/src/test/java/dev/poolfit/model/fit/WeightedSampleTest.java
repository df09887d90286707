package dev.poolfit.model.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.Interval;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Quantiles and spread of values that do not weigh the same. */
class WeightedSampleTest {
    private static final WeightedSample THREE =
            new WeightedSample(new double[] {30, 10, 20}, new double[] {0.2, 0.5, 0.3});

    @Test
    void a_quantile_is_the_first_value_that_so_much_weight_reaches() {
        assertThat(THREE.quantile(0.5)).isEqualTo(10);
        assertThat(THREE.quantile(0.51)).isEqualTo(20);
        assertThat(THREE.quantile(0.81)).isEqualTo(30);
        assertThat(THREE.quantile(0)).isEqualTo(10);
    }

    @Test
    void weights_that_do_not_quite_add_up_to_one_still_have_a_last_value() {
        assertThat(new WeightedSample(new double[] {1, 2}, new double[] {0.3, 0.3}).quantile(0.9))
                .isEqualTo(2);
    }

    @Test
    void the_interval_has_the_median_and_leaves_out_two_and_a_half_percent_on_each_side() {
        double[] weights = new double[1000];
        Arrays.fill(weights, 0.001);
        var thousand = new WeightedSample(
                IntStream.rangeClosed(1, 1000).mapToDouble(each -> 1001 - each).toArray(), weights);
        Interval interval = thousand.interval();
        assertThat(interval.low()).isBetween(25.0, 26.0);
        assertThat(interval.mean()).isBetween(500.0, 501.0);
        assertThat(interval.high()).isBetween(975.0, 976.0);
    }

    /** The mean is 17, and the mean square 350: √61. */
    @Test
    void the_deviation_is_about_the_weighted_mean() {
        assertThat(THREE.deviation()).isCloseTo(Math.sqrt(61), within(1e-9));
        assertThat(new WeightedSample(new double[] {5, 5}, new double[] {0.4, 0.6}).deviation())
                .isCloseTo(0, within(1e-6));
    }
}
