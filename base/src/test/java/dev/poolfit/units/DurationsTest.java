package dev.poolfit.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "50ms, PT0.05S",
        "1.5s, PT1.5S",
        "5m, PT5M",
        "2 min, PT2M",
        "4m45s, PT4M45S",
        "4m 45s, PT4M45S",
        "1h 30m, PT1H30M",
        "1h5s, PT1H5S",
        "0s, PT0S"
    })
    void a_duration_is_read_as_people_write_it(String text, Duration expected) {
        assertThat(Durations.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "5m5", "45s 4m", "4m  45s", "-5s", "1.5m 3s", "4 m 45 s"})
    void anything_else_is_refused(String text) {
        assertThatThrownBy(() -> Durations.parse(text)).isInstanceOf(BadQuantity.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 59, 60, 61, 285, 3600, 3661, 7325})
    void what_is_written_can_be_read(long seconds) {
        Duration duration = Duration.ofSeconds(seconds);

        assertThat(Durations.parse(Durations.format(duration))).isEqualTo(duration);
    }
}
