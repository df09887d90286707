package dev.poolfit.load;

import static dev.poolfit.load.Loads.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.experiment.Load;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A load that grows from nothing to its top on a straight line, and ends there. */
class RampTest {
    private static Load.Ramp to(Optional<Rate> rate, int users, Duration over) {
        return new Load.Ramp(rate, users, over, new Share(0.01), Optional.empty());
    }

    @Test
    void requests_are_due_as_a_growing_rate_has_them() {
        Arrivals arrivals = Arrivals.growing(to(Optional.of(new Rate(400)), 0, Duration.ofSeconds(20)));

        assertThat(arrivals.dueBy(Duration.ofSeconds(10).toNanos())).isEqualTo(1000);
        assertThat(arrivals.dueBy(Duration.ofSeconds(20).toNanos())).isEqualTo(4000);
        assertThat(arrivals.dueBy(Duration.ofSeconds(60).toNanos())).isEqualTo(4000);
        for (long request = 0; request < 4000; request++) {
            long due = arrivals.dueAfter(request);
            assertThat(arrivals.dueBy(due + 1000)).isEqualTo(request + 1);
            assertThat(arrivals.dueBy(due - 1000)).isEqualTo(request);
        }
        assertThat(arrivals.dueAfter(4000)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void an_open_ramp_sends_all_that_is_due_more_each_second_and_ends_at_its_top() {
        var seconds = new Seconds();
        try (var service = TestService.thatAnswersAtOnce();
                var engine = new VertxLoadEngine()) {
            Load load = Loads.load(
                    to(Optional.of(new Rate(100)), 0, Duration.ofSeconds(4)), Duration.ZERO, get(service.at("/")));
            LoadRun run = engine.start(load, 1, seconds);
            await().until(run::ended);
            run.stop(Duration.ofSeconds(5));
            seconds.awaitAtLeast(3);
            List<Long> due = seconds.all().stream().map(ClientSecond::due).toList();
            assertThat(service.targets).hasSize(200);
            assertThat(due).isSorted();
            assertThat(due.get(0)).isCloseTo(12, within(6L));
        }
    }

    @Test
    void a_closed_ramp_has_more_users_each_second_and_none_after_its_top() {
        var seconds = new Seconds();
        try (var service = TestService.thatAnswersAtOnce();
                var engine = new VertxLoadEngine()) {
            Load load = Loads.load(
                    to(Optional.empty(), 40, Duration.ofSeconds(4)), Duration.ofMillis(50), get(service.at("/")));
            LoadRun run = engine.start(load, 1, seconds);
            await().until(run::ended);
            run.stop(Duration.ofSeconds(5));
            List<Double> users =
                    seconds.all().stream().limit(3).map(ClientSecond::users).toList();
            assertThat(users).isSorted();
            assertThat(users.get(2)).isBetween(20.0, 40.0);
        }
    }
}
