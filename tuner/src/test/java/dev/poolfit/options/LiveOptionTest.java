package dev.poolfit.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.experiment.InvalidExperiment;
import java.time.LocalTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The hours of {@code --between}, which may go past midnight; the first minute is among them, the last is not. */
class LiveOptionTest {
    @Command
    private static final class Parsed {
        @Mixin
        private LiveOption live;
    }

    private static LiveOption parsed(String... arguments) {
        var parsed = new Parsed();
        new CommandLine(parsed).parseArgs(arguments);
        return parsed.live;
    }

    @ParameterizedTest
    @CsvSource({
        "09:00-18:00, 08:59, false",
        "09:00-18:00, 09:00, true",
        "09:00-18:00, 17:59:59, true",
        "09:00-18:00, 18:00, false",
        "22:00-02:30, 21:59, false",
        "22:00-02:30, 22:00, true",
        "22:00-02:30, 00:00, true",
        "22:00-02:30, 02:29, true",
        "22:00-02:30, 02:30, false",
        "22:00-02:30, 12:00, false",
    })
    void sizes_are_compared_at_these_hours_alone(String hours, LocalTime now, boolean allowed) {
        assertThat(parsed("--between", hours).allows(now)).isEqualTo(allowed);
    }

    @Test
    void without_hours_every_time_will_do() {
        assertThat(parsed().allows(LocalTime.MIDNIGHT)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"09:00", "09:00-09:00", "9-18", "09:00-25:00", "09:00-18:00-20:00", ""})
    void what_is_no_hours_is_refused_in_its_own_words(String hours) {
        assertThatThrownBy(() -> parsed("--between", hours).require())
                .isInstanceOf(InvalidExperiment.class)
                .hasMessageContaining("--between")
                .hasMessageContaining("\"" + hours + "\"");
    }
}
