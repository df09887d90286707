package dev.poolfit.load;

import static dev.poolfit.load.Loads.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.experiment.Load;
import dev.poolfit.units.IntRange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

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
    void a_refused_connection_makes_its_user_back_off() throws IOException {
        int port;
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
        }
        var seconds = failing(Loads.users(USERS, Duration.ZERO, get("http://127.0.0.1:" + port + "/")));
        assertThat(seconds.failures()).containsOnlyKeys("connection refused");
        assertThat(seconds.all())
                .allSatisfy(second -> assertThat(second.failed()).isLessThanOrEqualTo(USERS * 11));
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
            var seconds = failing(Loads.users(USERS, Duration.ofMillis(5), gone, get(service.at("/broken"))));
            assertThat(seconds.failures()).containsOnlyKeys("status 500");
            assertThat(seconds.sum(ClientSecond::good)).isPositive();
            assertThat(service.connections).hasValue(USERS);
        }
    }

    private static Seconds failing(Load load) {
        var seconds = new Seconds();
        LoadRun run = engine.start(load, 1, seconds);
        seconds.awaitAtLeast(1);
        run.stop(Duration.ZERO);
        return seconds;
    }

    /** Answers each connection with the same octets and then ends it. */
    private static final class RawService implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

        RawService(String answer, boolean reset) throws IOException {
            var thread = new Thread(() -> serve(answer, reset));
            thread.setDaemon(true);
            thread.start();
        }

        private void serve(String answer, boolean reset) {
            while (!server.isClosed()) {
                try (Socket socket = server.accept()) {
                    byte[] request = new byte[4096];
                    int read = 0;
                    while (!new String(request, 0, read, StandardCharsets.ISO_8859_1).contains("\r\n\r\n")) {
                        read += Math.max(0, socket.getInputStream().read(request, read, request.length - read));
                    }
                    socket.setSoLinger(reset, 0);
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
                } catch (IOException clientHasGone) {
                    // The next client is served all the same.
                }
            }
        }

        String url() {
            return "http://127.0.0.1:" + server.getLocalPort() + "/";
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
