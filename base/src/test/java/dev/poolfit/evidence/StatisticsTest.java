package dev.poolfit.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** No figure is without an interval, not even one that happened to be the same each second. */
class StatisticsTest {
    @Test
    void a_rate_that_was_the_same_each_second_is_uncertain_by_one_count_in_all() {
        assertThat(Statistics.rate(new double[] {162, 162, 162, 162, 162})).isEqualTo(new Interval(162, 161.8, 162.2));
    }

    @Test
    void a_rate_that_scatters_more_than_that_keeps_its_interval() {
        double[] counts = {150, 171, 160, 148, 166, 155};
        assertThat(Statistics.rate(counts)).isEqualTo(Statistics.batchMeans(counts));
    }

    @Test
    void nothing_in_every_second_is_nothing() {
        assertThat(Statistics.rate(new double[] {0, 0, 0})).isEqualTo(new Interval(0, 0, 0));
    }

    @Test
    void means_differ_beyond_chance_or_not() {
        double[] one = {1.0, 1.1, 0.9, 1.05, 0.95};
        double[] near = {1.02, 1.12, 0.92, 1.0};
        double[] far = {1.5, 1.6, 1.4, 1.55};
        assertThat(Statistics.differ(one, near, 0.01)).isFalse();
        assertThat(Statistics.differ(one, far, 0.01)).isTrue();
        assertThat(Statistics.differ(new double[] {1, 1}, new double[] {1, 1}, 0.01))
                .isFalse();
        assertThat(Statistics.differ(new double[] {1, 1}, new double[] {2, 2}, 0.01))
                .isTrue();
    }
}
