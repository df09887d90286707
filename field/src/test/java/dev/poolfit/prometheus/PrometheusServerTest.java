package dev.poolfit.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.InvalidExperiment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Servers that are busy, refuse or talk nonsense, which a real one does not do when told to. */
class PrometheusServerTest {
    private static final String EMPTY = "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[]}}";

    /** @param missing bytes that are announced and do not come */
    private record Reply(int status, String body, int missing) {
        Reply(int status, String body) {
            this(status, body, 0);
        }
    }

    private HttpServer http;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private volatile Function<String, Reply> replies = query -> new Reply(200, EMPTY);

    @BeforeEach
    void start() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", this::answer);
        http.start();
    }

    @AfterEach
    void stop() {
        http.stop(0);
    }

    private void answer(HttpExchange exchange) {
        try (exchange) {
            String query = exchange.getRequestURI().getQuery();
            asked.add(query);
            authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            Reply reply = replies.apply(query);
            byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Retry-After", "0");
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            exchange.sendResponseHeaders(reply.status(), body.length + reply.missing());
            exchange.getResponseBody().write(body);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private PrometheusServer server(Map<String, String> environment) {
        return server(environment, Duration.ofMinutes(1));
    }

    private PrometheusServer server(Map<String, String> environment, Duration limit) {
        URI url = URI.create("http://127.0.0.1:" + http.getAddress().getPort() + "/path");
        return new PrometheusServer(PrometheusAccess.of(url, "", environment), Duration.ofMillis(1), limit);
    }

    private PrometheusServer server() {
        return server(Map.of());
    }

    @Test
    void a_busy_server_is_asked_again() {
        replies = query -> asked.size() < 3 ? new Reply(429, "") : new Reply(200, EMPTY);

        assertThat(server().range("up", 0, 600, 60)).isEmpty();
        assertThat(asked).hasSize(3);
    }

    @Test
    void one_that_stays_busy_is_given_up() {
        replies = query -> new Reply(503, "");

        assertThatThrownBy(() -> server().range("up", 0, 600, 60))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("status 503");
        assertThat(asked).hasSize(5);
    }

    @Test
    void one_whose_answers_break_off_is_asked_again() {
        replies = query -> new Reply(200, EMPTY, asked.size() < 3 ? 10 : 0);

        assertThat(server().range("up", 0, 600, 60)).isEmpty();
        assertThat(asked).hasSize(3);
    }

    @Test
    void one_whose_answers_always_break_off_is_given_up() {
        replies = query -> new Reply(200, EMPTY, 10);

        assertThatThrownBy(() -> server().range("up", 0, 600, 60))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("broke off");
        assertThat(asked).hasSize(5);
    }

    @Test
    void one_that_goes_away_in_the_middle_is_told_to_refuse() {
        PrometheusServer server = server();
        server.range("up", 0, 600, 60);
        http.stop(0);

        assertThatThrownBy(() -> server.range("up", 0, 600, 60))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("refused");
    }

    /** It would be waited for a day. */
    @Test
    void an_address_at_which_nobody_ever_answered_is_not_asked_again() {
        http.stop(0);
        URI url = URI.create("http://127.0.0.1:" + http.getAddress().getPort());

        assertThatThrownBy(() -> new PrometheusServer(
                                PrometheusAccess.of(url, "", Map.of()), Duration.ofDays(1), Duration.ofMinutes(1))
                        .range("up", 0, 600, 60))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("refused");
    }

    @Test
    void one_that_never_answers_in_time_is_asked_for_halves_twice_and_then_for_nothing_more() {
        var end = new CountDownLatch(1);
        replies = query -> {
            awaited(end);
            return new Reply(200, EMPTY);
        };
        PrometheusServer server = server(Map.of(), Duration.ofMillis(100));
        try {
            assertThatThrownBy(() -> server.range("up", 0, 600_000, 60))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("no whole answer within 100ms");
            assertThatThrownBy(() -> server.range("down", 0, 600_000, 60))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("took too long 3 times");
        } finally {
            end.countDown();
        }
    }

    @Test
    void queries_that_time_out_in_the_server_are_not_halved_for_ever() {
        replies = query ->
                new Reply(503, "{\"status\":\"error\",\"error\":\"query timed out in expression evaluation\"}");

        assertThatThrownBy(() -> server().range("up", 0, 600_000, 60)).hasMessageContaining("timed out");
        assertThat(asked).hasSize(3);
    }

    private static void awaited(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_range_that_is_too_much_is_asked_for_in_halves_without_a_gap_or_an_overlap() {
        String tooMuch =
                "{\"status\":\"error\",\"errorType\":\"execution\",\"error\":\"query would load too many samples\"}";
        replies = query -> query.contains("start=0&") && query.contains("end=600&")
                ? new Reply(422, tooMuch)
                : new Reply(200, EMPTY);

        server().range("up", 0, 600, 60);

        assertThat(asked).hasSize(3);
        assertThat(asked.get(0)).contains("start=0&");
        assertThat(asked.get(1)).contains("end=300&", "start=0&");
        assertThat(asked.get(2)).contains("end=600&", "start=360&");
    }

    @Test
    void what_no_part_can_be_told_of_is_said_in_the_servers_words() {
        replies = query -> new Reply(422, "{\"status\":\"error\",\"error\":\"too many samples\\u001b[31m\"}");

        assertThatThrownBy(() -> server().range("up", 0, 6000, 60))
                .hasMessageContaining("too many samples")
                .hasMessageNotContaining("\u001b");
    }

    @Test
    void values_are_read_with_their_times_and_labels() {
        replies = query -> new Reply(
                200,
                "{\"status\":\"success\",\"data\":{\"result\":[{\"metric\":{\"job\":\"a\"},\"values\":[[60,\"1.5\"],[120,\"NaN\"],"
                        + "[180,\"+Inf\"],[240,\"x\"]]}]}}");

        Series series = server().range("up", 60, 240, 60).get(0);

        assertThat(series.labels()).isEqualTo(Map.of("job", "a"));
        assertThat(series.times()).containsExactly(60, 120, 180, 240);
        assertThat(series.values()).containsExactly(1.5, Double.NaN, Double.POSITIVE_INFINITY, Double.NaN);
    }

    @Test
    void pages_redirects_and_broken_answers_are_no_answers() {
        for (Reply each : List.of(
                new Reply(200, "<html>Sign in</html>"),
                new Reply(200, "{\"status\":\"success\""),
                new Reply(302, ""),
                new Reply(404, "not here"))) {
            replies = query -> each;
            assertThatThrownBy(() -> server().range("up", 0, 600, 60)).isInstanceOf(EnvironmentFailure.class);
        }
        assertThat(asked).hasSize(4);
    }

    @Test
    void a_token_that_no_header_can_have_is_named_and_not_shown() {
        assertThatThrownBy(() -> server(Map.of(PrometheusAccess.TOKEN, "se-cr-et\nmore")))
                .isInstanceOf(InvalidExperiment.class)
                .hasMessageContaining(PrometheusAccess.TOKEN)
                .hasMessageNotContaining("se-cr-et");
    }

    @Test
    void who_may_not_ask_is_told_how_and_the_token_is_shown_nowhere() {
        replies = query -> new Reply(401, "Unauthorized");

        assertThatThrownBy(
                        () -> server(Map.of(PrometheusAccess.TOKEN, "se-cr-et")).range("up", 0, 600, 60))
                .isInstanceOfSatisfying(
                        EnvironmentFailure.class,
                        failure -> assertThat(failure.remedy()).contains(PrometheusAccess.TOKEN))
                .hasMessageNotContaining("se-cr-et");
        assertThatThrownBy(() -> server(Map.of(PrometheusAccess.USER, "me", PrometheusAccess.PASSWORD, "x"))
                        .range("up", 0, 600, 60))
                .isInstanceOf(EnvironmentFailure.class);
        assertThat(authorizations).containsExactly("Bearer se-cr-et", "Basic bWU6eA==");
    }
}
