package dev.poolfit.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The noise between runs is pooled by degrees of freedom, on the log scale. */
class RunNoiseTest {
    @Test
    void runs_of_settings_with_other_means_are_pooled() {
        double once = Math.log(1.1 / 1.0);
        RunNoise noise = RunNoise.NONE
                .andRuns(new double[] {100, 110})
                .andRuns(new double[] {200, 220})
                .andRuns(new double[] {50});

        assertThat(noise.degrees()).isEqualTo(2);
        assertThat(noise.deviation()).isCloseTo(once / Math.sqrt(2), within(1e-12));
    }

    @Test
    void before_any_repeat_it_is_what_it_begins_with_and_nothing_where_that_is_nothing() {
        assertThat(RunNoise.USUAL.deviation()).isCloseTo(0.02, within(1e-12));
        assertThat(RunNoise.CAUTIOUS.deviation()).isCloseTo(0.05, within(1e-12));
        assertThat(RunNoise.NONE.deviation()).isZero();
        assertThat(RunNoise.NONE.half(3, 1, 0.05)).isInfinite();
        assertThat(RunNoise.USUAL.half(0, 1, 0.05)).isInfinite();
    }

    @Test
    void a_mean_of_more_runs_lies_closer_to_the_truth() {
        RunNoise noise = RunNoise.USUAL.andRuns(0.03, 5);

        assertThat(noise.half(4, 1, 0.05)).isCloseTo(noise.half(1, 1, 0.05) / 2, within(1e-12));
        assertThat(noise.half(1, 2, 0.05)).isCloseTo(noise.half(1, 1, 0.05) * Math.sqrt(2), within(1e-12));
        assertThat(noise.half(1, 1, 0.01)).isGreaterThan(noise.half(1, 1, 0.05));
    }

    @Test
    void runs_without_a_figure_above_0_tell_nothing() {
        assertThat(RunNoise.USUAL.andRuns(new double[] {0, Double.NaN, 7})).isEqualTo(RunNoise.USUAL);
    }

    @Test
    void what_is_no_variance_is_refused() {
        assertThatThrownBy(() -> new RunNoise(-1, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1.0 and 3.0");
        assertThatThrownBy(() -> new RunNoise(Double.NaN, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RunNoise(1, Double.POSITIVE_INFINITY))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
