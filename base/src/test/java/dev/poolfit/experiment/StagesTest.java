package dev.poolfit.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Users follow a straight line from stage to stage, from 0 at the start to 0 after the end. */
final class StagesTest {
    private static final Load.Stages STAGES = new Load.Stages(List.of(
            new Load.Stage(Duration.ofSeconds(10), 20),
            new Load.Stage(Duration.ofSeconds(5), 20),
            new Load.Stage(Duration.ofSeconds(4), 0)));

    @Test
    void the_busiest_stage_has_the_most_users_on_average_and_is_the_last_of_such() {
        assertThat(STAGES.busiest()).isEqualTo(new Load.Span(Duration.ofSeconds(10), Duration.ofSeconds(5)));
        var equal = new Load.Stage(Duration.ofSeconds(3), 20);
        assertThat(new Load.Stages(List.of(equal, equal, equal)).busiest())
                .isEqualTo(new Load.Span(Duration.ofSeconds(6), Duration.ofSeconds(3)));
    }

    @ParameterizedTest
    @CsvSource({"0, 50, 8, 2", "40, 50, 0, 10", "50, 50, 0, 10", "25, 50, 6, 4", "100, 50, 0, 4"})
    void of_a_busiest_stage_that_ramps_the_part_with_most_users_is_measured(
            int before, int after, int from, int length) {
        var stages = new Load.Stages(
                List.of(new Load.Stage(Duration.ofSeconds(1), before), new Load.Stage(Duration.ofSeconds(10), after)));

        assertThat(stages.busiest()).isEqualTo(new Load.Span(Duration.ofSeconds(1 + from), Duration.ofSeconds(length)));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "2500, 5", "9999, 19.998", "10000, 20", "14000, 20", "16000, 15", "18999, 0.005", "19000, 0"})
    void users_lie_on_the_line(long millis, double users) {
        assertThat(STAGES.usersAt(Duration.ofMillis(millis))).isCloseTo(users, Offset.offset(1e-9));
    }
}
