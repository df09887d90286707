package dev.poolfit.load.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.experiment.Load;
import dev.poolfit.load.Loads;
import dev.poolfit.load.Seconds;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each user waits for its response, pauses and goes on; in virtual time Little's law holds to the request. */
final class ClosedLoadTest {
    private static final int USERS = 20;

    private final VirtualLoop loop = new VirtualLoop();

    @Test
    void throughput_times_response_and_pause_is_the_number_of_users() {
        var service = VirtualService.answeringAfter(loop, 30);
        Seconds seconds = VirtualLoad.begin(loop, Loads.users(USERS, Duration.ofMillis(50), VirtualLoad.get()), service)
                .pass(Duration.ofSeconds(5));

        assertThat(seconds.all()).extracting(ClientSecond::second).containsExactly(0, 1, 2, 3, 4);
        assertThat(seconds.all()).allSatisfy(second -> {
            assertThat(second.users()).isEqualTo(USERS);
            assertThat(second.failures()).isEmpty();
        });
        // 4 s are 50 rounds of 80 ms for each user.
        assertThat(seconds.all().stream().skip(1).mapToLong(ClientSecond::good).sum())
                .isEqualTo(50 * USERS);
        assertThat(seconds.latency().getMinValue()).isCloseTo(30_000, within(30L));
        assertThat(seconds.latency().getMaxValue()).isCloseTo(30_000, within(30L));
    }

    @Test
    void users_that_the_engine_itself_held_up_wait_from_when_their_pause_was_over() {
        var service = VirtualService.answeringAfter(loop, 30);
        var load = VirtualLoad.begin(loop, Loads.users(USERS, Duration.ofMillis(50), VirtualLoad.get()), service);
        load.pass(Duration.ofMillis(1_500));
        loop.block(Duration.ofMillis(200));
        Seconds seconds = load.pass(Duration.ofMillis(1_300));

        // Whoever waited or paused as the engine was held up should have gone on within its first 50 ms.
        assertThat(seconds.latency().getCountBetweenValues(150_000, Long.MAX_VALUE))
                .isEqualTo(USERS);
        assertThat(seconds.latency().getMaxValue()).isCloseTo(230_000, within(500L));
        assertThat(seconds.sum(ClientSecond::late)).isBetween(1L, USERS - 1L);
    }

    @Test
    void a_load_that_was_stopped_has_ended_and_stays_so() {
        var load = VirtualLoad.begin(
                loop,
                Loads.users(USERS, Duration.ofMillis(50), VirtualLoad.get()),
                VirtualService.answeringAfter(loop, 30));
        load.eachSecond(() -> {
            // The loop is this thread, so that nothing would end while it waits; an interrupt keeps it from waiting.
            Thread.currentThread().interrupt();
            load.run().stop(Duration.ZERO);
            assertThat(Thread.interrupted()).isTrue();
        });
        load.pass(Duration.ofSeconds(2));

        assertThat(load.run().ended()).isTrue();
    }

    @Test
    void users_of_a_load_that_is_held_get_their_responses_and_send_nothing_until_it_goes_on() {
        var service = VirtualService.answeringAfter(loop, 30);
        var load = VirtualLoad.begin(loop, Loads.users(USERS, Duration.ofMillis(50), VirtualLoad.get()), service);
        load.pass(Duration.ofSeconds(2));
        load.run().hold(true);
        load.pass(Duration.ofMillis(100));
        int sent = service.received();
        Seconds held = load.pass(Duration.ofMillis(1_900));

        assertThat(service.received()).isEqualTo(sent);
        assertThat(load.run().inFlight()).isZero();
        assertThat(load.run().ended()).isFalse();
        assertThat(held.all()).hasSize(4);
        assertThat(held.sum(ClientSecond::good)).isEqualTo(sent);

        load.run().hold(false);
        Seconds on = load.pass(Duration.ofSeconds(2));

        // The first pauses are drawn anew, up to a whole one; then 80 ms are a round.
        assertThat(on.sum(ClientSecond::good) - sent).isBetween(23L * USERS, 25L * USERS);
        assertThat(on.latency().getMaxValue()).isCloseTo(30_000, within(30L));
    }

    @Test
    void users_do_not_begin_in_step_where_they_pause() {
        var service = VirtualService.answeringAfter(loop, 1);
        VirtualLoad.begin(loop, Loads.users(USERS, Duration.ofSeconds(1), VirtualLoad.get()), service)
                .pass(Duration.ofSeconds(1));

        assertThat(service.arrivals()).hasSize(USERS).doesNotHaveDuplicates();
        assertThat(service.arrivals()).allMatch(arrived -> arrived < 1_000_000_000L);
    }

    @Test
    void users_follow_the_stages_up_and_down_until_the_load_has_ended() {
        var stages = new Load.Stages(List.of(
                new Load.Stage(Duration.ofSeconds(2), 20),
                new Load.Stage(Duration.ofSeconds(1), 20),
                new Load.Stage(Duration.ofSeconds(2), 0)));
        var load = VirtualLoad.begin(
                loop, Loads.load(stages, Duration.ZERO, VirtualLoad.get()), VirtualService.answeringAfter(loop, 20));
        assertThat(load.pass(Duration.ofMillis(4_999)).all()).hasSize(4);
        assertThat(load.run().ended()).isFalse();
        Seconds seconds = load.pass(Duration.ofMillis(101));

        assertThat(load.run().ended()).isTrue();
        assertThat(load.run().inFlight()).isZero();
        for (ClientSecond second : seconds.all().subList(0, 4)) {
            // A user more may still wait for its last response.
            assertThat(second.users()).isCloseTo(stages.usersAt(Duration.ofSeconds(second.second() + 1)), within(1.0));
        }
        assertThat(seconds.all().get(4).users()).isLessThanOrEqualTo(1);
        assertThat(seconds.failures()).isEmpty();
    }

    @Test
    void a_user_whose_connection_fails_waits_a_tenth_of_a_second() {
        Seconds seconds = VirtualLoad.begin(
                        loop, Loads.users(USERS, Duration.ZERO, VirtualLoad.get()), VirtualService.refusing(loop))
                .pass(Duration.ofSeconds(3));

        assertThat(seconds.failures()).isEqualTo(java.util.Map.of("connection refused", 3 * 10L * USERS));
    }

    @Test
    void a_request_that_gets_no_answer_ends_at_the_timeout() {
        var load = Loads.withTimeout(Loads.users(USERS, Duration.ZERO, VirtualLoad.get()), Duration.ofMillis(200));
        Seconds seconds =
                VirtualLoad.begin(loop, load, VirtualService.silent(loop)).pass(Duration.ofSeconds(3));

        assertThat(seconds.failures()).containsOnlyKeys("timeout");
        assertThat(seconds.latency().getMinValue()).isGreaterThanOrEqualTo(199_900);
        assertThat(seconds.latency().getMaxValue()).isLessThanOrEqualTo(210_100);
    }
}
