package dev.poolfit.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.report.Language;
import dev.poolfit.report.NoProgress;
import dev.poolfit.report.Progress;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.Message;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whoever knows the address follows the run and may stop it, from this machine and this page alone. */
class LivePageTest {
    private static final Trial ENDED = TrialBuilder.trial(2)
            .role(Role.SEARCH)
            .at(4, 20)
            .lasting(0, 3)
            .rate(12, 1)
            .responseMs(90)
            .p99Ms(250, 10)
            .build();
    static final Progress NOBODY = new NoProgress();

    private final HttpClient client = HttpClient.newHttpClient();
    private final LivePage page = LivePage.open(0, Optional.empty(), Language.EN, "shop <1>", "test", () -> {});

    @AfterEach
    void close() {
        page.close();
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(page.address()).resolve(path));
    }

    private HttpResponse<InputStream> events() throws IOException, InterruptedException {
        return client.send(to("events").build(), HttpResponse.BodyHandlers.ofInputStream());
    }

    /** The next event that has a word in it. */
    static String next(BufferedReader events, String word) throws IOException {
        for (String line = events.readLine(); line != null; line = events.readLine()) {
            if (line.contains(word)) {
                return line;
            }
        }
        return "";
    }

    static BufferedReader lines(HttpResponse<InputStream> events) {
        return new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8));
    }

    @Test
    void the_page_needs_nothing_from_elsewhere_and_shows_what_goes_on() throws Exception {
        HttpResponse<String> got = send(to(""));

        assertThat(got.statusCode()).isEqualTo(200);
        assertThat(got.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).contains("default-src 'none'", "connect-src 'self'"));
        assertThat(got.body()).contains("shop &lt;1&gt;").doesNotContain("src=\"http", "{{");
        try (BufferedReader events = lines(events())) {
            Progress shown = page.beside(NOBODY);
            shown.phase(Message.verbatim("opening the shop"));
            assertThat(next(events, "opening")).contains("\"phase\":\"opening the shop\"");
            shown.timeLeft(Duration.ofSeconds(75));
            shown.second(new Sample(0, Map.of(Metric.THROUGHPUT, 12.5)));
            assertThat(next(events, "12.5")).contains("\"left\":75", "\"throughput\":[12.5]");
        }
    }

    @Test
    void a_collector_reads_figures_by_the_names_of_opentelemetry() throws Exception {
        Progress shown = page.beside(NOBODY);
        assertThat(send(to("metrics")).body()).isEmpty();
        shown.poolFound("main");
        shown.timeLeft(Duration.ofSeconds(75));
        shown.trialStarted(new PlannedTrial(Role.SEARCH, Settings.ofPoolAndThreads(7, 20), Duration.ofSeconds(6)), 3);
        shown.second(new Sample(
                0,
                Map.of(
                        Metric.THROUGHPUT, 12.5,
                        Metric.P99, 250.0,
                        Metric.POOL_ACTIVE, 4.0,
                        Metric.POOL_IDLE, 3.0)));

        HttpResponse<String> read = send(to("metrics"));

        assertThat(read.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        assertThat(read.body().lines())
                .contains(
                        "# TYPE poolfit_throughput_per_second gauge",
                        "poolfit_throughput_per_second{experiment=\"shop <1>\"} 12.5",
                        "poolfit_response_time_p99_seconds{experiment=\"shop <1>\"} 0.25",
                        "db_client_connection_count{experiment=\"shop <1>\",db_client_connection_pool_name=\"main\",db_client_connection_state=\"used\"} 4.0",
                        "db_client_connection_count{experiment=\"shop <1>\",db_client_connection_pool_name=\"main\",db_client_connection_state=\"idle\"} 3.0",
                        "poolfit_trial{experiment=\"shop <1>\",poolfit_settings=\"pool 7, threads 20\"} 3.0",
                        "poolfit_time_left_seconds{experiment=\"shop <1>\"} 75.0")
                .doesNotHaveDuplicates();
    }

    @Test
    void settings_that_take_turns_are_told_together_and_what_was_read_last_is_told_no_longer_than_its_load()
            throws Exception {
        Progress shown = page.beside(NOBODY);
        var planned = Stream.of(4, 8)
                .map(pool -> new PlannedTrial(Role.SEARCH, Settings.ofPoolAndThreads(pool, 20), Duration.ofSeconds(6)))
                .toList();
        shown.turnsStarted(planned, 2);
        shown.second(new Sample(0, Map.of(Metric.THROUGHPUT, 12.5)));
        assertThat(send(to("metrics")).body())
                .contains("poolfit_settings=\"pool 4, threads 20; pool 8, threads 20\"} 2.0", "per_second");

        shown.trialEnded(ENDED);

        assertThat(send(to("metrics")).body()).doesNotContain("per_second");
    }

    @Test
    void who_comes_later_sees_the_latest_and_the_end_reaches_those_who_watch() throws Exception {
        Progress shown = page.beside(NOBODY);
        shown.phase(Message.verbatim("first"));
        shown.phase(Message.verbatim("second"));
        try (BufferedReader events = lines(events())) {
            assertThat(next(events, "phase")).contains("second");
            shown.phase(Message.verbatim("last"));
            page.close();
            List<String> rest = new ArrayList<>(events.lines().toList());
            assertThat(String.join("\n", rest)).contains("The run has ended without a result", "\"ended\":true");
        }
    }

    @Test
    void a_stop_is_taken_once_from_the_page_alone() throws Exception {
        var stopped = new AtomicInteger();

        assertThat(send(to("stop").POST(HttpRequest.BodyPublishers.noBody())).statusCode())
                .isEqualTo(403);
        assertThat(send(to("stop")
                                .header("X-Poolfit", "stop")
                                .header("Origin", "https://elsewhere.example")
                                .POST(HttpRequest.BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(403);
        page.follow(Optional::empty, stopped::incrementAndGet);
        assertThat(stopped).hasValue(0);
        for (int i = 0; i < 2; i++) {
            assertThat(send(to("stop").header("X-Poolfit", "stop").POST(HttpRequest.BodyPublishers.noBody()))
                            .statusCode())
                    .isEqualTo(202);
        }
        assertThat(stopped).hasValue(1);
    }

    @Test
    void without_the_token_or_with_another_name_for_this_machine_there_is_nothing() throws Exception {
        URI address = URI.create(page.address());

        assertThat(send(HttpRequest.newBuilder(address.resolve("/"))).statusCode())
                .isEqualTo(404);
        assertThat(send(HttpRequest.newBuilder(address.resolve("/../../etc/passwd")))
                        .statusCode())
                .isEqualTo(404);
        assertThat(raw(address, "GET " + address.getPath() + " HTTP/1.1\r\nHost: rebound.example\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(address.getHost()).isEqualTo("127.0.0.1");
        assertThat(address.getPath()).matches("/[0-9a-f]{32}/");
    }

    private static String raw(URI address, String request) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
        }
    }

    @Test
    void a_port_that_is_taken_is_told_with_what_to_do() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> LivePage.open(
                            taken.getLocalPort(), Optional.empty(), Language.EN, "shop", "test", () -> {}))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("port " + taken.getLocalPort());
        }
    }
}
