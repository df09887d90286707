package dev.poolfit.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WarmUpTimeTest {
    @Test
    void before_comparisons_within_the_pool_a_minute_is_enough() {
        assertThat(WarmUpTime.beforeWithinPool(Duration.ofMinutes(5))).isEqualTo(Duration.ofSeconds(60));
        assertThat(WarmUpTime.beforeWithinPool(Duration.ofMinutes(1))).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void it_takes_a_third_of_the_budget_at_most_and_five_minutes_at_most() {
        assertThat(WarmUpTime.longest(Duration.ofMinutes(3))).isEqualTo(Duration.ofMinutes(1));
        assertThat(WarmUpTime.longest(Duration.ofHours(2))).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void each_of_two_builds_takes_a_quarter_of_the_budget_at_most_and_five_minutes_at_most() {
        assertThat(WarmUpTime.ofEachBuild(Duration.ofMinutes(2))).isEqualTo(Duration.ofSeconds(30));
        assertThat(WarmUpTime.ofEachBuild(Duration.ofHours(2))).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void before_anything_runs_eight_seconds_are_reckoned_with_or_a_sixth_of_the_budget() {
        assertThat(WarmUpTime.reckoned(Duration.ofMinutes(5))).isEqualTo(Duration.ofSeconds(8));
        assertThat(WarmUpTime.reckoned(Duration.ofSeconds(30))).isEqualTo(Duration.ofSeconds(5));
    }
}
