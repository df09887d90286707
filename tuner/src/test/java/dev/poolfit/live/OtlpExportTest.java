package dev.poolfit.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.report.NoProgress;
import dev.poolfit.report.Progress;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A collector gets the figures as the protocol has them; one that is away or slow holds up nothing. */
class OtlpExportTest {
    private static final Sample SECOND = new Sample(
            0,
            Map.of(Metric.THROUGHPUT, 12.5, Metric.POOL_ACTIVE, 4.0, Metric.POOL_IDLE, 3.0, Metric.POOL_PENDING, 1.0));
    private static final Progress NOBODY = new NoProgress();

    private final ConcurrentLinkedQueue<JsonNode> received = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> warnings = new ConcurrentLinkedQueue<>();
    private CountDownLatch answers = new CountDownLatch(0);
    private int status = 200;
    private HttpServer collector;

    OtlpExportTest() throws Exception {
        collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void listen() {
        collector.createContext("/", exchange -> {
            try (exchange) {
                received.add(new JsonMapper().readTree(exchange.getRequestBody().readAllBytes()));
                asked.add(exchange.getRequestURI() + " "
                        + exchange.getRequestHeaders().getFirst("Content-Type") + " "
                        + exchange.getRequestHeaders().getFirst("Authorization"));
                answers.await();
                exchange.sendResponseHeaders(status, -1);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
        collector.start();
    }

    @AfterEach
    void end() {
        collector.stop(0);
    }

    private OtlpExport export(String suffix) {
        return new OtlpExport(
                "shop",
                URI.create("http://127.0.0.1:" + collector.getAddress().getPort() + suffix),
                Map.of("Authorization", "Bearer x"),
                "1.2",
                warnings::add);
    }

    @Test
    void figures_come_as_the_protocol_has_them() {
        try (OtlpExport export = export("")) {
            Progress shown = export.beside(NOBODY);
            shown.poolFound("main");
            shown.second(SECOND);
        }
        Patience.await().until(() -> !received.isEmpty());

        assertThat(asked).containsExactly("/v1/metrics application/json Bearer x");
        JsonNode resource = received.element().at("/resourceMetrics/0");
        assertThat(resource.at("/resource/attributes/0/key").asString()).isEqualTo("service.name");
        assertThat(resource.at("/resource/attributes/0/value/stringValue").asString())
                .isEqualTo("poolfit");
        JsonNode metrics = resource.at("/scopeMetrics/0/metrics");
        assertThat(metrics.findValuesAsString("name"))
                .contains("poolfit.throughput", "db.client.connection.count", "db.client.connection.pending_requests")
                .doesNotHaveDuplicates();
        assertThat(metrics.at("/0/gauge/dataPoints/0/asDouble").asDouble()).isEqualTo(12.5);
        assertThat(metrics.at("/0/gauge/dataPoints/0/timeUnixNano").asString()).matches("\\d{19}");
        JsonNode count = metrics.at("/1/sum");
        assertThat(count.at("/isMonotonic").asBoolean()).isFalse();
        assertThat(count.at("/aggregationTemporality").asInt()).isEqualTo(2);
        assertThat(metrics.valueStream()
                        .filter(each -> each.at("/name").asString().startsWith("db.client.connection.")))
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.findValues("dataPoints").get(0))
                        .allSatisfy(point ->
                                assertThat(attributes(point)).containsEntry("db.client.connection.pool.name", "main")));
        assertThat(count.at("/dataPoints"))
                .map(point -> attributes(point).get("db.client.connection.state"))
                .containsExactly("used", "idle");
        assertThat(warnings).isEmpty();
    }

    private static Map<String, String> attributes(JsonNode point) {
        return point.required("attributes")
                .valueStream()
                .collect(Collectors.toMap(
                        each -> each.at("/key").asString(),
                        each -> each.at("/value/stringValue").asString()));
    }

    @Test
    void a_header_that_may_not_be_sent_is_refused_before_anything_starts() {
        var address = URI.create("http://127.0.0.1:4318");
        for (String name : List.of("Content-Length", "two words", "")) {
            assertThatThrownBy(() -> new OtlpExport("shop", address, Map.of(name, "1"), "1", warnings::add))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void a_header_that_may_not_be_sent_is_named_and_its_value_is_not() {
        var address = URI.create("http://127.0.0.1:4318");
        for (String value : List.of("Bearer hunter2\u00e9\n", "hunter2\u0000", "hunter2\r\nX: y")) {
            assertThatThrownBy(() -> new OtlpExport("shop", address, Map.of("X-Token", value), "1", warnings::add))
                    .hasMessage("X-Token")
                    .hasNoCause();
        }
        assertThatThrownBy(() -> new OtlpExport("shop", address, Map.of("Bearer hunter2", "1"), "1", warnings::add))
                .hasMessage(OtlpExport.NAMELESS)
                .hasNoCause();
    }

    @Test
    void a_slow_collector_gets_one_request_at_a_time() {
        answers = new CountDownLatch(1);
        try (OtlpExport export = export("/v1/metrics")) {
            Progress shown = export.beside(NOBODY);
            shown.second(SECOND);
            Patience.await().until(() -> received.size() == 1);
            shown.second(SECOND);
            shown.second(SECOND);
            answers.countDown();
            Patience.await().until(() -> {
                shown.second(SECOND);
                return received.size() >= 2;
            });
        }
        assertThat(asked).allMatch(each -> each.startsWith("/v1/metrics "));
        assertThat(warnings).isEmpty();
    }

    @Test
    void an_answer_without_end_is_given_up() throws Exception {
        try (var endless = new Flood("HTTP/1.1 200 OK\r\n\r\n", "x");
                var export = new OtlpExport("shop", endless.address(), Map.of(), "1", warnings::add)) {
            export.beside(NOBODY).second(SECOND);

            assertThat(endless.left.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            Patience.await().until(() -> !warnings.isEmpty());
        }
        assertThat(warnings).containsExactly("no whole answer within 5 s");
    }

    /** Each of its answers would cost a connection, and what was read of it. */
    @ParameterizedTest
    @ValueSource(strings = {"X: y\r\n", "\r\n\r\nHTTP/1.1 103 Early Hints"})
    void who_answers_with_what_is_no_http_is_told_of_once_and_gets_nothing_more(String again) throws Exception {
        try (var endless = new Flood("HTTP/1.1 103 Early Hints\r\n", again)) {
            try (var export = new OtlpExport("shop", endless.address(), Map.of(), "1", warnings::add)) {
                Progress shown = export.beside(NOBODY);
                shown.second(SECOND);
                Patience.await().until(() -> !warnings.isEmpty());
                shown.second(SECOND);
                shown.second(SECOND);
            }
            assertThat(endless.asked).hasValue(1);
        }
        assertThat(warnings).hasSize(1);
    }

    /** Whoever asks it gets the same again and again, until nobody reads it any more. */
    private static final class Flood implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
        private final AtomicInteger asked = new AtomicInteger();
        private final CountDownLatch left = new CountDownLatch(1);

        Flood(String first, String again) throws IOException {
            var thread = new Thread(() -> serve(first, again.repeat(1_000)));
            thread.setDaemon(true);
            thread.start();
        }

        private void serve(String first, String again) {
            while (!server.isClosed()) {
                try (Socket client = server.accept()) {
                    asked.incrementAndGet();
                    client.getInputStream().read();
                    client.getOutputStream().write(first.getBytes(StandardCharsets.US_ASCII));
                    while (true) {
                        client.getOutputStream().write(again.getBytes(StandardCharsets.US_ASCII));
                    }
                } catch (IOException over) {
                    left.countDown();
                }
            }
        }

        URI address() {
            return URI.create("http://127.0.0.1:" + server.getLocalPort());
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    @Test
    void a_collector_that_is_away_or_refuses_is_told_of_once() throws Exception {
        status = 400;
        try (OtlpExport export = export("/")) {
            Progress shown = export.beside(NOBODY);
            Patience.await().until(() -> {
                shown.second(SECOND);
                return received.size() >= 3;
            });
        }
        assertThat(warnings).containsExactly("status 400");

        warnings.clear();
        var away = URI.create("http://127.0.0.1:" + Ports.free());
        try (var export = new OtlpExport("shop", away, Map.of(), "1", warnings::add)) {
            Progress shown = export.beside(NOBODY);
            Patience.await().until(() -> {
                shown.second(SECOND);
                return !warnings.isEmpty();
            });
        }
        assertThat(warnings).hasSize(1);
    }
}
