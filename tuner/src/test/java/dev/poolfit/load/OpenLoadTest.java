package dev.poolfit.load;

import static dev.poolfit.load.Loads.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.poolfit.evidence.ClientSecond;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Requests are due at a constant rate whatever the service does, and wait from when they were due. */
final class OpenLoadTest {
    private static final int MOST_IN_FLIGHT = 500;
    private static VertxLoadEngine engine;

    @BeforeAll
    static void start() {
        engine = new VertxLoadEngine(MOST_IN_FLIGHT);
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    @Test
    void requests_that_a_stall_held_up_show_their_wait_from_the_intended_start() {
        var stalledUntil = new AtomicLong();
        try (var service = TestService.that((vertx, request, answer) -> {
            long now = System.nanoTime();
            if (stalledUntil.get() == 0) {
                stalledUntil.set(now + 500_000_000);
            }
            long left = (stalledUntil.get() - now) / 1_000_000;
            vertx.setTimer(Math.max(1, left), answer);
        })) {
            var seconds = new Seconds();
            LoadRun run = engine.start(Loads.open(200, get(service.at("/"))), 1, seconds);
            seconds.awaitAtLeast(2);
            run.stop(Duration.ofSeconds(5));

            assertThat(seconds.latency().getCountBetweenValues(250_000, Long.MAX_VALUE))
                    .isGreaterThanOrEqualTo(45);
            assertThat(seconds.latency().getMaxValue()).isGreaterThanOrEqualTo(490_000);
            assertThat(seconds.all().subList(0, 2))
                    .allSatisfy(second -> assertThat(second.due()).isCloseTo(200, Offset.offset(10L)));
            assertThat(seconds.failures()).isEmpty();
        }
    }

    @Test
    void requests_that_the_engine_itself_held_up_are_late_and_wait_from_the_intended_start() {
        try (var service = TestService.thatAnswersAtOnce()) {
            var seconds = new Seconds();
            LoadRun run = engine.start(Loads.open(1000, get(service.at("/"))), 1, seconds);
            await().until(() -> service.answered.get() >= 100);
            engine.loop().next(nothing -> LockSupport.parkNanos(200_000_000));
            seconds.awaitAtLeast(1);
            run.stop(Duration.ofSeconds(5));

            assertThat(seconds.sum(ClientSecond::late)).isBetween(150L, seconds.sum(ClientSecond::due));
            assertThat(seconds.latency().getCountBetweenValues(100_000, Long.MAX_VALUE))
                    .isGreaterThanOrEqualTo(80);
        }
    }

    @Test
    void a_loop_that_cannot_keep_up_shows_it_in_its_cpu() {
        try (var service = TestService.thatAnswersAtOnce()) {
            var calm = new Seconds();
            LoadRun run = engine.start(Loads.open(50, get(service.at("/"))), 1, calm);
            calm.awaitAtLeast(3);
            run.stop(Duration.ofSeconds(5));

            var saturated = new Seconds();
            run = engine.start(Loads.open(1_000_000, get(service.at("/"))), 1, saturated);
            saturated.awaitAtLeast(2);
            run.stop(Duration.ofSeconds(5));

            double calmest =
                    calm.all().stream().mapToDouble(ClientSecond::cpu).min().orElseThrow();
            assertThat(saturated.cpu()).isGreaterThan(2 * calmest);
            assertThat(saturated.failures()).containsOnlyKeys("not started: 500 in flight");
        }
    }

    @Test
    void beyond_the_limit_in_flight_requests_count_as_due_and_failed() {
        try (var service = TestService.thatNeverAnswers()) {
            var seconds = new Seconds();
            LoadRun run = engine.start(Loads.open(2_000, get(service.at("/"))), 1, seconds);
            seconds.awaitAtLeast(1);
            assertThat(run.inFlight()).isEqualTo(MOST_IN_FLIGHT);
            run.stop(Duration.ZERO);

            assertThat(seconds.failures()).containsOnlyKeys("not started: 500 in flight");
            assertThat(seconds.sum(ClientSecond::due))
                    .isEqualTo(seconds.sum(ClientSecond::failed) + MOST_IN_FLIGHT)
                    .isCloseTo(2_000L * seconds.all().size(), Percentage.withPercentage(10));
        }
    }
}
