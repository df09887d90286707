package dev.poolfit.verdict.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.Interval;
import dev.poolfit.verdict.Performance.Standing;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A target's bounds are figures that a service can have. */
class TargetTest {
    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
    void a_rate_or_a_time_that_cannot_be_is_refused(double bound) {
        assertThatThrownBy(() -> new Target(OptionalDouble.of(bound), 0, OptionalDouble.empty()))
                .hasMessage("throughput must be at least 0.0 and finite, but is " + bound);
        assertThatThrownBy(() -> new Target(OptionalDouble.empty(), 0, OptionalDouble.of(bound)))
                .hasMessage("p99Ms must be at least 0.0 and finite, but is " + bound);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
    void a_share_of_errors_outside_0_to_1_is_refused(double errors) {
        assertThatThrownBy(() -> new Target(OptionalDouble.empty(), errors, OptionalDouble.empty()))
                .hasMessage("errors must be from 0.0 to 1.0, but is " + errors);
    }

    @Test
    void a_target_without_bounds_admits_everything() {
        assertThat(new Target(OptionalDouble.empty(), 1, OptionalDouble.empty()).leansTowards(0, 1e6, 1))
                .isTrue();
    }

    @Test
    void a_setting_without_one_good_response_fails_whatever_is_asked() {
        var none = new Interval(0, 0, 0);
        assertThat(new Target(OptionalDouble.empty(), 1, OptionalDouble.empty())
                        .standing(none, new Interval(9, 8, 10), new Interval(1, 0.9, 1)))
                .isEqualTo(Standing.FAILS);
    }
}
