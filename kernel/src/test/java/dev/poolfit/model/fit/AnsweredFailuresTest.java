package dev.poolfit.model.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.model.Limits;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Of 100 requests a second 10 fail; a thread waits for one of ten connections for 10 s at most. */
class AnsweredFailuresTest {
    private static final Limits LIMITS = new Limits(10, 200, Duration.ofSeconds(10));

    private static double answered(OptionalDouble meanMs, OptionalDouble failed, int users) {
        return AnsweredFailures.of(RowsTold.observation(10, 90, meanMs, failed, 1), LIMITS, users);
    }

    /** Had the tenth waited for 10 s, the mean would be 1 s; 10 % below that is allowed. */
    @Test
    void those_that_may_have_waited_for_the_whole_timeout_were_not_answered() {
        assertThat(answered(OptionalDouble.of(901), OptionalDouble.of(10), 60)).isZero();
        assertThat(answered(OptionalDouble.of(899), OptionalDouble.of(10), 60)).isEqualTo(10);
        assertThat(answered(OptionalDouble.empty(), OptionalDouble.of(10), 60)).isZero();
    }

    @Test
    void where_nobody_waits_for_a_connection_all_were_answered() {
        assertThat(answered(OptionalDouble.of(5000), OptionalDouble.of(10), 10)).isEqualTo(10);
        assertThat(answered(OptionalDouble.of(5000), OptionalDouble.of(10), 11)).isZero();
    }

    @Test
    void without_failures_there_are_none() {
        assertThat(answered(OptionalDouble.of(100), OptionalDouble.of(0), 60)).isZero();
        assertThat(answered(OptionalDouble.of(100), OptionalDouble.empty(), 60)).isZero();
    }

    private static Row failing(double rate, double failed) {
        return new Row(
                RowsTold.observation(10, rate, OptionalDouble.empty(), OptionalDouble.of(failed), 1),
                LIMITS,
                OptionalInt.of(60),
                OptionalDouble.of(0),
                OptionalDouble.empty(),
                failed);
    }

    @Test
    void they_are_told_from_half_a_percent_of_what_the_service_worked_for() {
        assertThat(AnsweredFailures.share(List.of(failing(90, 10), failing(100, 0))))
                .isCloseTo(0.05, within(1e-12));
        assertThat(AnsweredFailures.note(List.of(failing(995, 5)))).isPresent();
        assertThat(AnsweredFailures.note(List.of(failing(996, 4)))).isEmpty();
    }
}
