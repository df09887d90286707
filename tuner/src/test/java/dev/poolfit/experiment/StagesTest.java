package dev.poolfit.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Users follow a straight line from stage to stage, from 0 at the start to 0 after the end. */
final class StagesTest {
    private static final Load.Stages STAGES = new Load.Stages(List.of(
            new Load.Stage(Duration.ofSeconds(10), 20),
            new Load.Stage(Duration.ofSeconds(5), 20),
            new Load.Stage(Duration.ofSeconds(4), 0)));

    @ParameterizedTest
    @CsvSource({"0, 0", "2500, 5", "9999, 19.998", "10000, 20", "14000, 20", "16000, 15", "18999, 0.005", "19000, 0"})
    void users_lie_on_the_line(long millis, double users) {
        assertThat(STAGES.usersAt(Duration.ofMillis(millis))).isCloseTo(users, Offset.offset(1e-9));
    }
}
