package dev.poolfit.model.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.solver.Bound;
import org.junit.jupiter.api.Test;

/** A prediction holds only figures that a service can have. */
class PredictionTest {
    private static final Interval SOME = new Interval(100, 90, 110);
    private static final Interval NONE = new Interval(0, 0, 0);

    private static Prediction of(Interval throughput, Interval meanMs, Interval p99Ms, Interval errorRate) {
        return new Prediction(
                Settings.ofPoolAndThreads(9, 100), throughput, meanMs, p99Ms, errorRate, Bound.HOLD, false);
    }

    @Test
    void rates_and_times_below_0_are_refused() {
        var below = new Interval(1, -2, 4);

        assertThatThrownBy(() -> of(below, SOME, SOME, NONE))
                .hasMessage("throughput.low must be at least 0.0 and finite, but is -2.0");
        assertThatThrownBy(() -> of(SOME, below, SOME, NONE)).hasMessageContaining("meanMs.low must be at least 0");
        assertThatThrownBy(() -> of(SOME, SOME, below, NONE)).hasMessageContaining("p99Ms.low must be at least 0");
    }

    @Test
    void an_error_share_outside_0_to_1_is_refused() {
        assertThatThrownBy(() -> of(SOME, SOME, SOME, new Interval(0.5, 0.4, 1.1)))
                .hasMessage("errorRate.high must be from 0.0 to 1.0, but is 1.1");
        assertThatThrownBy(() -> of(SOME, SOME, SOME, new Interval(0, -0.1, 0.1)))
                .hasMessage("errorRate.low must be from 0.0 to 1.0, but is -0.1");
    }

    @Test
    void an_upper_end_that_is_not_known_is_kept() {
        var open = new Interval(100, 0, Double.POSITIVE_INFINITY);

        assertThat(of(open, open, open, NONE).throughput()).isEqualTo(open);
    }
}
