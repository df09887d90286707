package dev.poolfit.load;

import static dev.poolfit.load.Loads.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.experiment.Load;
import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each user waits for its response: users, throughput, response time and pause obey Little's law. */
final class ClosedLoadTest {
    private static VertxLoadEngine engine;

    @BeforeAll
    static void start() {
        engine = new VertxLoadEngine();
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    @Test
    void throughput_times_response_and_pause_is_the_number_of_users() {
        try (var service = TestService.thatAnswersAfter(30)) {
            int users = 20;
            var seconds = new Seconds();
            LoadRun run = engine.start(Loads.users(users, Duration.ofMillis(50), get(service.at("/"))), 1, seconds);
            seconds.awaitAtLeast(3);
            run.stop(Duration.ofSeconds(5));

            double throughput =
                    (double) seconds.sum(ClientSecond::good) / seconds.all().size();
            double response = seconds.latency().getMean() / 1e6;
            assertThat(throughput * (response + 0.05)).isCloseTo(users, Percentage.withPercentage(5));
            assertThat(seconds.all()).allSatisfy(second -> {
                assertThat(second.users()).isEqualTo(users);
                assertThat(second.failures()).isEmpty();
                assertThat(second.due()).isCloseTo(second.good(), Offset.offset((long) users));
            });
            assertThat(seconds.all()).extracting(ClientSecond::second).startsWith(0, 1, 2);
            assertThat(service.connections).hasValueLessThanOrEqualTo(users);
        }
    }

    @Test
    void without_a_pause_the_next_request_follows_on_the_same_connection() {
        try (var service = TestService.thatAnswersAtOnce()) {
            var seconds = new Seconds();
            LoadRun run = engine.start(Loads.users(4, Duration.ZERO, get(service.at("/"))), 1, seconds);
            seconds.awaitAtLeast(1);
            run.stop(Duration.ofSeconds(5));
            assertThat(service.connections).hasValue(4);
            assertThat(seconds.failures()).isEmpty();
            assertThat(service.answered).hasValueGreaterThanOrEqualTo((int) seconds.sum(ClientSecond::good));
        }
    }

    @Test
    void a_service_that_closes_its_connections_politely_causes_no_failures() {
        try (var service = TestService.that((vertx, request, answer) -> {
            request.response().putHeader("Connection", "close");
            answer.handle(0L);
        })) {
            var seconds = new Seconds();
            LoadRun run = engine.start(Loads.users(2, Duration.ofMillis(1), get(service.at("/"))), 1, seconds);
            seconds.awaitAtLeast(1);
            run.stop(Duration.ofSeconds(5));
            assertThat(seconds.failures()).isEmpty();
            assertThat(service.connections).hasValue(service.received.get());
        }
    }

    @Test
    void users_follow_the_stages_up_and_down_until_the_load_has_ended() {
        try (var service = TestService.thatAnswersAfter(20)) {
            var stages = new Load.Stages(List.of(
                    new Load.Stage(Duration.ofSeconds(2), 20),
                    new Load.Stage(Duration.ofSeconds(1), 20),
                    new Load.Stage(Duration.ofSeconds(2), 0)));
            var seconds = new Seconds();
            LoadRun run = engine.start(Loads.load(stages, Duration.ZERO, get(service.at("/"))), 1, seconds);
            assertThat(run.ended()).isFalse();
            await().atMost(Duration.ofSeconds(10)).until(run::ended);
            await().until(() -> run.inFlight() == 0);
            seconds.awaitAtLeast(5);
            run.stop(Duration.ofSeconds(5));

            for (ClientSecond second : seconds.all().subList(0, 4)) {
                double line = stages.usersAt(Duration.ofSeconds(second.second() + 1));
                assertThat(second.users()).isCloseTo(line, Offset.offset(2.0));
            }
            assertThat(seconds.all().get(4).users()).isLessThanOrEqualTo(2);
            assertThat(seconds.failures()).isEmpty();
            assertThat(service.answered).hasValue(service.received.get());
        }
    }
}
