package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Flag;
import dev.poolfit.experiment.Load;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** A ramp breaks where a limit is passed beyond chance, and the rate before it is what the service carried. */
class RampWatchTest {
    private static final RampWatch OPEN = new RampWatch(ramp(Optional.of(new Rate(1000)), 0));
    private static final RampWatch CLOSED = new RampWatch(ramp(Optional.empty(), 1000));

    private static Load.Ramp ramp(Optional<Rate> rate, int users) {
        return new Load.Ramp(rate, users, Duration.ofSeconds(60), new Share(0.01), Optional.of(Duration.ofMillis(500)));
    }

    private static ClientSecond second(int number, long due, long good, long failed, long slow) {
        var latency = new Histogram(3);
        latency.recordValueWithCount(20_000, good + failed - slow);
        latency.recordValueWithCount(900_000, slow);
        return new ClientSecond(
                number, 1, good, failed == 0 ? Map.of() : Map.of("status 500", failed), latency, due, 0, 0.1, 0);
    }

    /** 20 more requests each second; the service serves so many at most. */
    private static List<ClientSecond> growing(int seconds, long most) {
        var all = new ArrayList<ClientSecond>();
        for (int i = 0; i < seconds; i++) {
            long due = 20L * (i + 1);
            all.add(second(i, due, Math.min(due, most), 0, 0));
        }
        return all;
    }

    private static Optional<Flag> first(RampWatch watch, List<ClientSecond> seconds) {
        for (int i = 1; i <= seconds.size(); i++) {
            Optional<Flag> broke = watch.broken(seconds.subList(0, i));
            if (broke.isPresent()) {
                return broke;
            }
        }
        return Optional.empty();
    }

    @Test
    void a_service_that_keeps_up_does_not_break() {
        assertThat(first(OPEN, growing(40, 10_000))).isEmpty();
    }

    @Test
    void a_service_that_serves_no_more_than_it_can_falls_behind_and_carried_its_most() {
        assertThat(first(OPEN, growing(40, 300))).contains(Flag.FELL_BEHIND);
        assertThat(OPEN.carried(growing(40, 300)).mean()).isEqualTo(300);
        assertThat(OPEN.carried(growing(40, 300)).low()).isLessThan(290);
    }

    @Test
    void more_users_that_wait_longer_are_no_break_of_a_closed_ramp() {
        assertThat(first(CLOSED, growing(40, 300))).isEmpty();
    }

    @Test
    void a_pause_of_a_second_that_is_caught_up_is_no_break() {
        List<ClientSecond> seconds = growing(20, 10_000);
        seconds.set(10, second(10, 220, 20, 0, 0));
        seconds.set(11, second(11, 240, 440, 0, 0));
        assertThat(first(OPEN, seconds)).isEmpty();
    }

    @Test
    void errors_break_it_only_beyond_chance_and_do_not_count_as_carried() {
        List<ClientSecond> seconds = growing(20, 10_000);
        seconds.set(2, second(2, 60, 59, 1, 0));
        assertThat(first(OPEN, seconds)).isEmpty();

        seconds.add(second(20, 420, 360, 60, 0));
        assertThat(OPEN.broken(seconds)).contains(Flag.BROKE_BY_ERRORS);
        assertThat(OPEN.carried(seconds).mean()).isEqualTo((360 + 380 + 400) / 3.0);
    }

    @Test
    void slow_responses_break_it_where_there_is_a_limit() {
        List<ClientSecond> seconds = growing(20, 10_000);
        seconds.add(second(20, 420, 420, 0, 60));
        assertThat(OPEN.broken(seconds)).contains(Flag.BROKE_BY_P99);
        var without = new RampWatch(new Load.Ramp(
                Optional.of(new Rate(1000)), 0, Duration.ofSeconds(60), new Share(0.01), Optional.empty()));
        assertThat(without.broken(seconds)).isEmpty();
    }

    @Test
    void nothing_carried_is_no_rate() {
        assertThat(OPEN.carried(List.of(second(0, 1, 1, 0, 0))).mean()).isZero();
    }
}
