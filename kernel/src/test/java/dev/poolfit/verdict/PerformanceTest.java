package dev.poolfit.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Performance.Standing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A performance holds only figures that trials can have. */
class PerformanceTest {
    private static final Interval SOME = new Interval(100, 90, 110);
    private static final Interval NONE = new Interval(0, 0, 0);

    private static Performance of(int trials, Interval throughput, double meanMs, Interval p99Ms, Interval errorRate) {
        return new Performance(
                Settings.ofPoolAndThreads(9, 100), trials, throughput, meanMs, p99Ms, errorRate, Standing.MEETS);
    }

    @Test
    void what_was_never_tried_has_no_performance() {
        assertThatThrownBy(() -> of(0, SOME, 80, SOME, NONE)).hasMessageContaining("trials must be at least 1");
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
    void a_mean_time_that_is_no_time_is_refused(double meanMs) {
        assertThatThrownBy(() -> of(1, SOME, meanMs, SOME, NONE))
                .hasMessage("meanMs must be at least 0.0 and finite, but is " + meanMs);
    }

    @Test
    void rates_times_and_shares_that_cannot_be_are_refused() {
        var below = new Interval(1, -2, 4);

        assertThatThrownBy(() -> of(1, below, 80, SOME, NONE))
                .hasMessageContaining("throughput.low must be at least 0");
        assertThatThrownBy(() -> of(1, SOME, 80, below, NONE)).hasMessageContaining("p99Ms.low must be at least 0");
        assertThatThrownBy(() -> of(1, SOME, 80, SOME, new Interval(0.9, 0.8, 1.2)))
                .hasMessage("errorRate.high must be from 0.0 to 1.0, but is 1.2");
    }

    @Test
    void an_upper_end_that_is_not_known_is_kept() {
        var open = new Interval(100, 0, Double.POSITIVE_INFINITY);

        assertThat(of(1, open, 80, open, NONE).p99Ms()).isEqualTo(open);
    }
}
