package dev.poolfit.load.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.RequestSecond;
import dev.poolfit.load.Loads;
import dev.poolfit.load.Seconds;
import java.time.Duration;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/**
 * Requests are due at a constant rate whatever the service does, and wait from when they were due: in virtual time, each
 * response time is what the service itself knows of it.
 */
final class OpenLoadTest {
    private static final int RATE = 400;
    private static final String URL = "http://127.0.0.1:9/";
    private static final long MILLISECOND = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private final VirtualLoop loop = new VirtualLoop();

    /** Four seconds at a constant rate, and that all response times of the last three are true. */
    private Seconds assertTrue(VirtualService.Plan plan) {
        var service = VirtualService.answering(loop, plan);
        Seconds seconds = VirtualLoad.begin(loop, Loads.open(RATE, VirtualLoad.get()), service)
                .pass(Duration.ofSeconds(4));

        assertThat(seconds.all()).hasSize(4).allSatisfy(second -> {
            assertThat(second.due()).isEqualTo(RATE);
            assertThat(second.late()).isZero();
            assertThat(second.failures()).isEmpty();
        });
        var measured = new Histogram(3);
        seconds.all().subList(1, 4).forEach(second -> measured.add(second.latency()));
        assertThat(measured).isEqualTo(service.truth(RATE, SECOND, 4 * SECOND));
        return seconds;
    }

    @Test
    void a_fixed_service_time_is_measured_as_it_is() {
        assertTrue((request, arrived) -> arrived + 20 * MILLISECOND + 500);
    }

    @Test
    void kinds_of_requests_are_counted_apart_and_together() {
        var service = VirtualService.answeringAfter(loop, 20);
        Seconds seconds = VirtualLoad.begin(
                        loop, Loads.open(RATE, Loads.get(URL + "a", 3), Loads.get(URL + "b", 1)), service)
                .pass(Duration.ofSeconds(3));

        ClientSecond last = seconds.all().get(2);
        assertThat(last.requests())
                .extracting(RequestSecond::request)
                .containsExactly("GET " + URL + "a", "GET " + URL + "b");
        assertThat(last.requests().stream().mapToLong(RequestSecond::good).sum())
                .isEqualTo(last.good());
        assertThat((double) last.requests().get(0).good()).isCloseTo(0.75 * RATE, within(0.02 * RATE));
        assertThat(last.requests())
                .allSatisfy(each -> assertThat(each.latency().getTotalCount()).isEqualTo(each.good()));
        assertThat(last.requests().get(0).latency().getMaxValue()).isBetween(20_000L, 20_300L);
    }

    @Test
    void arrivals_of_a_load_that_is_held_are_put_off_and_none_of_them_counts_as_late() {
        var service = VirtualService.answeringAfter(loop, 20);
        var load = VirtualLoad.begin(loop, Loads.open(RATE, VirtualLoad.get()), service);
        load.pass(Duration.ofMillis(1_500));
        load.run().hold(true);
        load.run().hold(false);
        load.run().hold(true);
        Seconds held = load.pass(Duration.ofMillis(1_500));

        assertThat(service.received()).isBetween(3 * RATE / 2 - 1, 3 * RATE / 2 + 1);
        assertThat(held.sum(ClientSecond::good)).isEqualTo(service.received());

        load.run().hold(false);
        Seconds on = load.pass(Duration.ofSeconds(2));

        assertThat(service.received()).isBetween(7 * RATE / 2 - 2, 7 * RATE / 2 + 2);
        assertThat(on.latency().getMaxValue()).isCloseTo(20_000, within(200L));
        assertThat(on.sum(ClientSecond::late)).isZero();
    }

    @Test
    void exponential_service_times_are_measured_as_they_are() {
        double[] times = new SplittableRandom(7)
                .doubles(4 * RATE + 1)
                .map(uniform -> -Math.log(1 - uniform) * 10 * MILLISECOND)
                .toArray();
        assertTrue((request, arrived) -> arrived + (long) times[request]);
    }

    @Test
    void a_stall_of_a_second_shows_in_every_request_that_it_held_up() {
        Seconds seconds = assertTrue((request, arrived) -> {
            boolean stalled = arrived >= 3 * SECOND / 2 && arrived < 5 * SECOND / 2;
            return (stalled ? 5 * SECOND / 2 : arrived) + 2 * MILLISECOND;
        });

        assertThat(seconds.latency().getCountBetweenValues(102_000, Long.MAX_VALUE))
                .as("requests of the first 900 ms of the stall")
                .isEqualTo(9 * RATE / 10 + 1);
        assertThat(seconds.all().get(1).users()).isEqualTo(RATE / 2);
    }

    @Test
    void requests_that_the_engine_itself_held_up_are_late_and_wait_from_when_they_were_due() {
        var service = VirtualService.answeringAfter(loop, 1);
        var load = VirtualLoad.begin(loop, Loads.open(RATE, VirtualLoad.get()), service);
        load.pass(Duration.ofMillis(1_500));
        loop.block(Duration.ofMillis(200));
        Seconds seconds = load.pass(Duration.ofMillis(2_301));

        assertThat(service.received()).isEqualTo(4 * RATE + 1);
        assertThat(seconds.sum(ClientSecond::due)).isEqualTo(4 * RATE);
        // Those of the last 10 ms of the pause are not late, and the one that was due as it began was sent before.
        assertThat(seconds.sum(ClientSecond::late)).isEqualTo(190 * RATE / 1000 - 1);
        assertThat(seconds.latency().getMaxValue()).isCloseTo(200_000, within(200L));
        assertThat(seconds.latency().getCountBetweenValues(100_900, Long.MAX_VALUE))
                .as("those of the first 100 ms of the pause")
                .isEqualTo(RATE / 10 + 1);
    }

    @Test
    void beyond_the_limit_in_flight_requests_count_as_due_and_failed() {
        var load = VirtualLoad.begin(loop, Loads.open(2_000, VirtualLoad.get()), VirtualService.silent(loop));
        Seconds seconds = load.pass(Duration.ofSeconds(3));

        assertThat(load.run().inFlight()).isEqualTo(500);
        assertThat(seconds.failures()).containsOnlyKeys("not started: 500 in flight");
        assertThat(seconds.all()).extracting(ClientSecond::due).allMatch(due -> Math.abs(due - 2_000) <= 1);
        assertThat(seconds.sum(ClientSecond::due)).isEqualTo(seconds.sum(ClientSecond::failed) + 500);
    }
}
