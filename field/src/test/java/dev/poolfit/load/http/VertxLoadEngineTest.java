package dev.poolfit.load.http;

import static dev.poolfit.load.Loads.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Load;
import dev.poolfit.load.LoadRun;
import dev.poolfit.load.Loads;
import dev.poolfit.load.Seconds;
import dev.poolfit.testing.Patience;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What holds for any load: what is sent, how it ends, what it refuses. */
final class VertxLoadEngineTest {
    private static final Duration NONE = Duration.ZERO;
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
    void the_same_seed_sends_the_same_requests_in_the_same_order() {
        assertThat(firstTargets(11)).isEqualTo(firstTargets(11)).isNotEqualTo(firstTargets(12));
    }

    private static List<String> firstTargets(long seed) {
        try (var service = TestService.thatAnswersAtOnce()) {
            var load = Loads.users(
                    1, NONE, get(service.at("/stocks/{1..100000}"), 3), get(service.at("/{buy|sell}/{1..9}"), 1));
            LoadRun run = engine.start(load, seed, second -> {});
            Patience.await().until(() -> service.targets.size() >= 200);
            run.stop(Duration.ofSeconds(5));
            return List.copyOf(service.targets.subList(0, 200));
        }
    }

    @Test
    void method_headers_and_body_arrive_as_drawn() {
        Set<String> arrived = ConcurrentHashMap.newKeySet();
        try (var service = TestService.that((vertx, request, answer) -> request.bodyHandler(body -> {
            arrived.add(request.method() + " " + request.getHeader("X-Kind") + " " + request.getHeader("Accept") + " "
                    + body + " " + request.getHeader("Host").startsWith("127.0.0.1:"));
            answer.handle(0L);
        }))) {
            var request = new Load.Request(
                    "POST",
                    service.at("/orders"),
                    1,
                    Map.of("X-Kind", "{a|b}", "Accept", "text/plain"),
                    Optional.of("{\"id\": {1..2}}"),
                    Loads.SUCCESS);
            LoadRun run = engine.start(Loads.users(1, NONE, request), 1, second -> {});
            Patience.await().until(() -> arrived.size() >= 4);
            run.stop(Duration.ofSeconds(5));
            assertThat(arrived)
                    .containsExactlyInAnyOrder(
                            "POST a text/plain {\"id\": 1} true",
                            "POST a text/plain {\"id\": 2} true",
                            "POST b text/plain {\"id\": 1} true",
                            "POST b text/plain {\"id\": 2} true");
        }
    }

    @Test
    void a_body_without_braces_can_be_sent_again_and_again() {
        Set<String> arrived = ConcurrentHashMap.newKeySet();
        try (var service = TestService.that((vertx, request, answer) -> request.bodyHandler(body -> {
            arrived.add(body.toString());
            answer.handle(0L);
        }))) {
            var request =
                    new Load.Request("PUT", service.at("/"), 1, Map.of(), Optional.of("{\"재고\": 1}"), Loads.SUCCESS);
            LoadRun run = engine.start(Loads.users(2, NONE, request), 1, second -> {});
            Patience.await().until(() -> service.answered.get() >= 100);
            run.stop(Duration.ofSeconds(5));
            assertThat(arrived).containsExactly("{\"재고\": 1}");
        }
    }

    @Test
    void every_request_of_a_ramp_is_reported_once_and_none_faster_than_the_service_was() {
        var held = new Histogram(5);
        try (var service = TestService.that((vertx, request, answer) -> {
            long arrived = System.nanoTime();
            vertx.setTimer(1 + held.getTotalCount() % 40, answered -> {
                held.recordValue((System.nanoTime() - arrived) / 1_000);
                answer.handle(answered);
            });
        })) {
            var ramp = new Load.Ramp(
                    Optional.of(new Rate(200)), 0, Duration.ofSeconds(2), new Share(0.01), Optional.empty());
            var seconds = new Seconds();
            LoadRun run = engine.start(Loads.load(ramp, NONE, get(service.at("/"))), 1, seconds);
            Patience.await().until(() -> run.ended() && seconds.answered(200));
            run.stop(NONE);

            assertThat(service.received).hasValue(200);
            assertThat(service.answered).hasValue(200);
            assertThat(seconds.sum(ClientSecond::due)).isEqualTo(200);
            assertThat(seconds.sum(ClientSecond::good)).isEqualTo(200);
            Histogram measured = seconds.latency();
            assertThat(measured.getTotalCount()).isEqualTo(200);
            for (int percentile = 1; percentile <= 100; percentile++) {
                assertThat(measured.getValueAtPercentile(percentile))
                        .isGreaterThanOrEqualTo((long) (0.998 * held.getValueAtPercentile(percentile)));
            }
        }
    }

    @Test
    void a_user_asks_again_on_its_connection_and_not_before_its_pause_is_over() {
        var pauses = new Histogram(5);
        var answered = new AtomicLong();
        try (var service = TestService.that((vertx, request, answer) -> {
            long before = answered.get();
            if (before != 0) {
                pauses.recordValue((System.nanoTime() - before) / 1_000);
            }
            answered.set(System.nanoTime());
            answer.handle(0L);
        })) {
            LoadRun run = engine.start(Loads.users(1, Duration.ofMillis(10), get(service.at("/"))), 1, second -> {});
            Patience.await().until(() -> service.answered.get() >= 20);
            run.stop(Duration.ofSeconds(5));
            assertThat(pauses.getMinValue()).isGreaterThanOrEqualTo(9_900);
            assertThat(service.connections).hasValue(1);
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
            Patience.await().until(() -> seconds.answered(10));
            run.stop(Duration.ofSeconds(5));
            assertThat(seconds.failures()).isEmpty();
            assertThat(service.connections).hasValue(service.received.get());
        }
    }

    @Test
    void users_without_a_pause_keep_one_connection_each() {
        try (var service = TestService.thatAnswersAtOnce()) {
            var seconds = new Seconds();
            LoadRun run = engine.start(Loads.users(4, NONE, get(service.at("/"))), 1, seconds);
            Patience.await().until(() -> seconds.answered(100) && service.connections.get() >= 4);
            run.stop(Duration.ofSeconds(5));
            assertThat(service.connections).hasValue(4);
            assertThat(seconds.failures()).isEmpty();
            assertThat(seconds.all()).allMatch(second -> second.users() == 4);
        }
    }

    @Test
    void stop_lets_requests_in_flight_end() {
        try (var service = TestService.thatAnswersAfter(300)) {
            LoadRun run = engine.start(Loads.users(5, NONE, get(service.at("/"))), 1, second -> {});
            Patience.await().until(() -> service.received.get() >= 5);
            run.stop(Duration.ofSeconds(10));
            run.stop(Duration.ofSeconds(10));
            assertThat(run.ended()).isTrue();
            assertThat(run.inFlight()).isZero();
            assertThat(service.answered).hasValue(service.received.get());
            Patience.await().untilAsserted(() -> assertThat(service.open).hasValue(0));
        }
    }

    @Test
    void stop_drops_what_has_not_ended_when_the_drain_is_over() {
        try (var service = TestService.thatNeverAnswers()) {
            LoadRun run = engine.start(Loads.users(5, NONE, get(service.at("/"))), 1, second -> {});
            Patience.await().until(() -> service.received.get() >= 5);
            assertThat(run.inFlight()).isEqualTo(5);
            run.stop(Duration.ofMillis(50));
            assertThat(run.inFlight()).isZero();
            Patience.await().untilAsserted(() -> assertThat(service.open).hasValue(0));
            assertThat(service.received).hasValue(5);
        }
    }

    @Test
    void the_receiver_of_the_seconds_may_stop_the_load() throws InterruptedException {
        try (var service = TestService.thatAnswersAtOnce()) {
            var running = new CompletableFuture<LoadRun>();
            var stopped = new CountDownLatch(1);
            running.complete(engine.start(Loads.users(1, Duration.ofMillis(5), get(service.at("/"))), 1, second -> {
                running.join().stop(NONE);
                stopped.countDown();
            }));
            assertThat(stopped.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(running.join().ended()).isTrue();
        }
    }

    @Test
    void a_receiver_that_fails_is_told_at_the_stop() {
        try (var service = TestService.thatAnswersAtOnce()) {
            var called = new CountDownLatch(1);
            LoadRun run = engine.start(Loads.users(1, Duration.ofMillis(5), get(service.at("/"))), 1, second -> {
                called.countDown();
                throw new UnsupportedOperationException("disk full");
            });
            Patience.await().until(() -> called.getCount() == 0);
            assertThatThrownBy(() -> run.stop(NONE)).hasRootCauseMessage("disk full");
        }
    }

    @Test
    void one_load_runs_at_a_time() {
        try (var service = TestService.thatAnswersAtOnce()) {
            var load = Loads.users(1, Duration.ofMillis(5), get(service.at("/")));
            LoadRun run = engine.start(load, 1, second -> {});
            assertThatThrownBy(() -> engine.start(load, 1, second -> {})).isInstanceOf(IllegalStateException.class);
            run.stop(NONE);
        }
    }

    @Test
    void malformed_requests_are_refused_before_anything_starts() {
        assertThatThrownBy(() -> engine.start(Loads.users(1, NONE, get("http://127.0.0.1/{1..")), 1, second -> {}))
                .isInstanceOf(BadQuantity.class);
        var header = new Load.Request(
                "GET", "http://127.0.0.1/", 1, Map.of("X", "a\r\nB: c"), Optional.empty(), Loads.SUCCESS);
        assertThatThrownBy(() -> engine.start(Loads.users(1, NONE, header), 1, second -> {}))
                .isInstanceOf(BadQuantity.class);
        assertThatThrownBy(
                        () -> engine.start(Loads.users(1, NONE, get("http://no-such-host.invalid/")), 1, second -> {}))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("no-such-host.invalid");
    }
}
