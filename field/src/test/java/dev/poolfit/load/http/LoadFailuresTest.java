package dev.poolfit.load.http;

import static dev.poolfit.load.Loads.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.ResponseCheck;
import dev.poolfit.load.FailureCause;
import dev.poolfit.load.LoadRun;
import dev.poolfit.load.Loads;
import dev.poolfit.load.Seconds;
import dev.poolfit.testing.Patience;
import dev.poolfit.units.IntRange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A failure is counted by its cause, and a broken service is not hammered. */
final class LoadFailuresTest {
    private static final int USERS = 3;
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
    void a_refused_connection_is_told() throws IOException {
        int port;
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
        }
        var seconds = failing(Loads.users(USERS, Duration.ZERO, get("http://127.0.0.1:" + port + "/")));
        assertThat(seconds.failures()).containsOnlyKeys("connection refused");
    }

    @Test
    void a_reset_connection_is_told_from_one_that_closes() throws IOException {
        try (var resets = new RawService("", true);
                var closes = new RawService("", false)) {
            assertThat(failing(Loads.users(USERS, Duration.ZERO, get(resets.url())))
                            .failures())
                    .containsOnlyKeys("connection reset");
            assertThat(failing(Loads.users(USERS, Duration.ZERO, get(closes.url())))
                            .failures())
                    .containsOnlyKeys("connection closed");
        }
    }

    @Test
    void a_redirect_is_an_answer_and_leads_nowhere() {
        try (var elsewhere = TestService.thatAnswersAtOnce();
                var service = TestService.thatRedirectsTo(elsewhere.at("/"))) {
            var seconds = new Seconds();
            LoadRun run = engine.start(Loads.users(USERS, Duration.ZERO, get(service.at("/"))), 1, seconds);
            Patience.await().until(() -> service.answered.get() >= 20);
            run.stop(Duration.ofSeconds(5));
            assertThat(seconds.failures()).isEmpty();
            assertThat(elsewhere.connections).hasValue(0);
        }
    }

    @Test
    void half_a_body_is_a_failure() throws IOException {
        try (var service = new RawService("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", false)) {
            assertThat(failing(Loads.users(USERS, Duration.ZERO, get(service.url())))
                            .failures())
                    .containsOnlyKeys("body cut short");
        }
    }

    @Test
    void a_service_that_never_answers_times_out() {
        try (var service = TestService.thatNeverAnswers()) {
            var load =
                    Loads.withTimeout(Loads.users(USERS, Duration.ZERO, get(service.at("/"))), Duration.ofMillis(200));
            var seconds = failing(load);
            assertThat(seconds.failures()).containsOnlyKeys("timeout");
            assertThat(seconds.latency().getMinValue()).isGreaterThanOrEqualTo(199_000);
        }
    }

    @Test
    void a_status_counts_against_what_was_expected() {
        try (var service = TestService.that((vertx, request, answer) -> {
            request.response().setStatusCode(request.path().equals("/gone") ? 404 : 500);
            answer.handle(0L);
        })) {
            var gone =
                    new Load.Request("GET", service.at("/gone"), 1, Map.of(), Optional.empty(), new IntRange(404, 404));
            var seconds = run(
                    Loads.users(USERS, Duration.ofMillis(5), gone, get(service.at("/broken"))),
                    reported -> reported.failures().size() >= 1
                            && reported.sum(ClientSecond::good) >= 1
                            && service.connections.get() >= USERS);
            assertThat(seconds.failures()).containsOnlyKeys("status 500");
            assertThat(service.connections).hasValue(USERS);
        }
    }

    @Test
    void a_gigabyte_is_read_and_not_kept() throws Exception {
        try (var service = new HugeService(1 << 30, 64 << 20)) {
            var seconds = new Seconds();
            LoadRun run = engine.start(Loads.users(1, Duration.ZERO, get(service.url())), 1, seconds);
            long before = service.awaitPause();
            long after = service.awaitPause();
            Patience.await().until(() -> seconds.sum(ClientSecond::good) >= 1);
            run.stop(Duration.ZERO);
            assertThat(after - before).as("reachable octets more").isLessThan(64 << 20);
        }
    }

    @Test
    void a_gigabyte_that_is_to_be_checked_is_given_up() throws IOException {
        try (var service = new HugeService(1 << 30, 0)) {
            var request = Loads.reading(get(service.url()), List.of(new ResponseCheck.Contains("end")), Map.of());
            assertThat(failing(Loads.users(1, Duration.ZERO, request)).failures())
                    .containsOnlyKeys("check: body over 1 MiB");
        }
    }

    /** Each is short enough, and all together are not. */
    @Test
    void bodies_that_are_too_long_together_are_given_up_but_for_those_that_there_is_room_for() {
        try (var roomy = new VertxLoadEngine(100, 50_000);
                var service = TestService.that((vertx, request, answer) ->
                        request.response().setChunked(true).write("x".repeat(20_000)))) {
            var request = Loads.reading(get(service.at("/")), List.of(new ResponseCheck.Contains("end")), Map.of());
            var seconds = new Seconds();
            LoadRun run = roomy.start(Loads.users(6, Duration.ofSeconds(60), request), 1, seconds);
            Patience.await().until(() -> seconds.failures().containsKey("not read: no memory for all bodies at once"));
            run.stop(Duration.ZERO);
            assertThat(service.connections.get()).isGreaterThan(2);
        }
    }

    @Test
    void a_header_that_is_far_too_long_is_a_failure() throws IOException {
        String header = "HTTP/1.1 200 OK\r\n" + ("X-Much: " + "y".repeat(1_000) + "\r\n").repeat(1_000);
        try (var service = new RawService(header, false)) {
            assertThat(failing(Loads.users(USERS, Duration.ZERO, get(service.url())))
                            .failures())
                    .containsOnlyKeys("header too long");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"100 Continue", "102 Processing", "103 Early Hints\r\nLink: </a>", "199 Other"})
    void answers_that_announce_another_one_without_end_are_given_up(String announcing) throws IOException {
        String much = ("HTTP/1.1 " + announcing + "\r\n\r\n").repeat(10_000);
        try (var service = new RawService(much, Integer.MAX_VALUE, false)) {
            var load = Loads.withTimeout(Loads.users(USERS, Duration.ZERO, get(service.url())), Duration.ofMillis(300));
            assertThat(failing(load).failures()).isNotEmpty();
        }
    }

    @Test
    void a_trailer_or_an_extension_of_a_chunk_without_end_is_given_up() throws IOException {
        String head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        for (String chunk : List.of(
                "0\r\n" + ("X-Much: " + "y".repeat(1_000) + "\r\n").repeat(1_000), "1;" + "y".repeat(1 << 20))) {
            try (var service = new RawService(head + chunk, false)) {
                assertThat(failing(Loads.users(USERS, Duration.ZERO, get(service.url())))
                                .failures())
                        .containsOnlyKeys("header too long");
            }
        }
    }

    @Test
    void numbers_that_are_no_status_count_as_one() {
        assertThat(FailureCause.status(503)).isEqualTo("status 503");
        assertThat(List.of(FailureCause.status(7), FailureCause.status("70707"), FailureCause.status("099")))
                .containsOnly("status of other than three digits");
        assertThat(FailureCause.status("Non HTTP")).isEqualTo("status Non HTTP");
    }

    @Test
    void room_for_bodies_is_given_back() {
        var room = new BodyRoom(100);
        assertThat(room.take(60)).isTrue();
        assertThat(room.take(60)).isFalse();
        assertThat(room.take(40)).isTrue();
        room.give(60);
        assertThat(room.take(60)).isTrue();
    }

    @Test
    void a_body_without_end_times_out() throws IOException {
        try (var service = new HugeService(Long.MAX_VALUE, 0)) {
            var load = Loads.withTimeout(Loads.users(1, Duration.ZERO, get(service.url())), Duration.ofMillis(300));
            assertThat(failing(load).failures()).containsOnlyKeys("timeout");
        }
    }

    private static Seconds failing(Load load) {
        return run(load, seconds -> seconds.sum(ClientSecond::failed) >= 1);
    }

    private static Seconds run(Load load, Predicate<Seconds> enough) {
        var seconds = new Seconds();
        LoadRun run = engine.start(load, 1, seconds);
        Patience.await().until(() -> enough.test(seconds));
        run.stop(Duration.ZERO);
        return seconds;
    }
}
