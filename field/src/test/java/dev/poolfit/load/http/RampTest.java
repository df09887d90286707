package dev.poolfit.load.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.experiment.Load;
import dev.poolfit.load.Loads;
import dev.poolfit.load.Seconds;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A load that grows from nothing to its top on a straight line, and ends there. */
class RampTest {
    private static Load.Ramp to(Optional<Rate> rate, int users, Duration over) {
        return new Load.Ramp(rate, users, over, new Share(0.01), Optional.empty());
    }

    @Test
    void requests_are_due_as_a_growing_rate_has_them() {
        ArrivalTimes arrivals = ArrivalTimes.growing(to(Optional.of(new Rate(400)), 0, Duration.ofSeconds(20)));

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
        var loop = new VirtualLoop();
        var service = VirtualService.answeringAfter(loop, 1);
        Load load =
                Loads.load(to(Optional.of(new Rate(100)), 0, Duration.ofSeconds(4)), Duration.ZERO, VirtualLoad.get());
        var running = VirtualLoad.begin(loop, load, service);
        Seconds seconds = running.pass(Duration.ofMillis(5_001));

        assertThat(service.received()).isEqualTo(200);
        assertThat(running.run().ended()).isTrue();
        // 100/s after 4 s: 12.5·t² requests by t.
        assertThat(seconds.all())
                .extracting(second -> (double) second.due())
                .satisfiesExactly(
                        first -> assertThat(first).isCloseTo(12.5, within(0.5)),
                        second -> assertThat(second).isCloseTo(37.5, within(1.0)),
                        third -> assertThat(third).isCloseTo(62.5, within(1.0)),
                        fourth -> assertThat(fourth).isCloseTo(87.5, within(1.0)),
                        over -> assertThat(over).isLessThanOrEqualTo(1));
        assertThat(seconds.sum(ClientSecond::due)).isEqualTo(200);
    }

    @Test
    void a_closed_ramp_has_more_users_each_second_and_none_after_its_top() {
        var loop = new VirtualLoop();
        Load load =
                Loads.load(to(Optional.empty(), 40, Duration.ofSeconds(4)), Duration.ofMillis(50), VirtualLoad.get());
        var running = VirtualLoad.begin(loop, load, VirtualService.answeringAfter(loop, 1));
        Seconds seconds = running.pass(Duration.ofMillis(5_001));

        assertThat(seconds.all()).extracting(ClientSecond::users).startsWith(10.0, 20.0, 30.0);
        assertThat(seconds.all().get(4).users()).isZero();
        assertThat(running.run().ended()).isTrue();
        assertThat(running.run().inFlight()).isZero();
    }
}
