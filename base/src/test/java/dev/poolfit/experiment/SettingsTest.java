package dev.poolfit.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each knob's value has the type of its knob. */
class SettingsTest {
    private static final Settings SOME = Settings.ofPoolAndThreads(9, 100)
            .with(Knob.CONNECTION_TIMEOUT, Duration.ofMillis(2500))
            .with(Knob.OPEN_IN_VIEW, false);

    @Test
    void counts_durations_and_flags_are_read_as_what_they_are() {
        assertThat(SOME.pool()).hasValue(9);
        assertThat(SOME.count(Knob.THREADS)).isEqualTo(100);
        assertThat(SOME.connectionTimeout()).contains(Duration.ofMillis(2500));
        assertThat(SOME.openInView()).contains(false);
        assertThat(Settings.NONE.connectionTimeout()).isEmpty();
        assertThat(Settings.NONE.openInView()).isEmpty();
        assertThat(SOME).hasToString("pool 9, threads 100, connection-timeout 2.5s, open-in-view false");
    }

    @Test
    void a_property_has_milliseconds_where_a_file_has_a_duration() {
        Settings minute = Settings.of(Knob.CONNECTION_TIMEOUT, Duration.ofMinutes(1));

        assertThat(minute.text(Knob.CONNECTION_TIMEOUT)).isEqualTo("1m");
        assertThat(minute.propertyValue(Knob.CONNECTION_TIMEOUT)).isEqualTo("60000");
        assertThat(SOME.propertyValue(Knob.OPEN_IN_VIEW)).isEqualTo("false");
    }

    @Test
    void settings_agree_on_a_knob_that_both_name_with_the_same_value() {
        Settings other = Settings.of(Knob.POOL, 9).with(Knob.OPEN_IN_VIEW, true);

        assertThat(SOME.agree(Knob.POOL, other)).isTrue();
        assertThat(SOME.agree(Knob.OPEN_IN_VIEW, other)).isFalse();
        assertThat(SOME.agree(Knob.THREADS, other)).isFalse();
        assertThat(other.agree(Knob.MIN_SPARE, other)).isFalse();
    }

    @Test
    void a_number_that_the_knob_cannot_have_is_refused() {
        assertThatThrownBy(() -> Settings.ofNumber(Knob.POOL, 1L << 31))
                .hasMessage("pool must be at most 2147483647, but is 2147483648");
        assertThatThrownBy(() -> new Settings(Map.of(Knob.OPEN_IN_VIEW, 2L)))
                .hasMessage("open-in-view must be 0 or 1, but is 2");
        assertThatThrownBy(() -> SOME.count(Knob.MIN_SPARE))
                .hasMessageContaining("min-spare is not among the settings");
    }
}
