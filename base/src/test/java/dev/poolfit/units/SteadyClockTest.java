package dev.poolfit.units;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SteadyClockTest {
    @Test
    void it_goes_on_from_the_time_of_day_that_it_was_told() {
        var passed = new AtomicLong(-7_000_000_000L);
        Instant begun = Instant.parse("2026-03-29T00:59:59.5Z");
        var clock = new SteadyClock(begun, passed::get);
        assertThat(clock.instant()).isEqualTo(begun);

        passed.addAndGet(1_250_000_000L);

        assertThat(clock.instant()).isEqualTo(Instant.parse("2026-03-29T01:00:00.75Z"));
        assertThat(clock.millis()).isEqualTo(begun.toEpochMilli() + 1_250);
    }
}
