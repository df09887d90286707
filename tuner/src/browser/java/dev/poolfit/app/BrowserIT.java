package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.poolfit.app.Program.Result;
import dev.poolfit.experiment.Settings;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.testing.Browser;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run is followed in a real browser: by whoever has the address, and by nobody else. */
class BrowserIT {
    private static final String TRIALS = "[...document.querySelectorAll('#trials li')].map(each => each.innerText)";
    /** Of the longest line that a chart has. */
    private static final String POINTS =
            "Math.max(0, ...[...document.querySelectorAll('#chart-series-rate svg path')].map(each =>"
                    + " each.getAttribute('d').split('L').length))";

    private static final String STOP_IS_OFFERED = "!document.getElementById('stop').hidden"
            + " && !document.getElementById('stop').disabled && document.getElementById('lost').innerText === ''";
    private static final String OVER = "document.getElementById('stop').hidden";

    /** What pages of others try: to read, and to stop. */
    private static final String ATTACK = """
            (page => {
              const tell = promise => promise.then(got => got.type === 'opaque' ? 'nothing to read' : 'read', () => 'refused');
              const stop = {method: 'POST', headers: {'X-Poolfit': 'stop'}};
              const follow = new Promise(done => {
                const source = new EventSource(page + 'events');
                source.onerror = () => { source.close(); done('refused'); };
                source.addEventListener('state', () => done('read'));
              });
              const embed = new Promise(done => {
                const frame = document.createElement('iframe');
                frame.onload = () => done('embedded');
                frame.src = page;
                document.body.append(frame);
              });
              return Promise.all([tell(fetch(page)), tell(fetch(page + 'events')), tell(fetch(page + 'metrics')),
                tell(fetch(page, {mode: 'no-cors'})), tell(fetch(page + 'stop', stop)),
                tell(fetch(page + 'stop', {...stop, mode: 'no-cors'})), follow, embed]);
            })(arguments[0])""";

    @TempDir
    static Path folder;

    private static URI address(Program program) {
        var address = new AtomicReference<URI>();
        program.awaitThat(() -> {
            Matcher told =
                    Pattern.compile("http://127\\.0\\.0\\.1:\\d+/[0-9a-f]+/").matcher(program.err());
            address.set(told.find() ? URI.create(told.group()) : null);
            return address.get() != null;
        });
        return address.get();
    }

    @Test
    void a_run_is_followed_reloaded_joined_late_and_stopped_and_leads_to_its_report() throws Exception {
        try (Browser browser = Browser.start();
                EmbeddedDatabase database = StockWorld.database(folder);
                StockWorld world = StockWorld.start(database, folder)) {
            Settings before = world.settings();
            try (Program program = Program.start(
                    folder, world.secrets(), "tune", endless(world).toString(), "--out", "watched", "--web")) {
                URI page = address(program);
                browser.show(page);
                String first = browser.window();
                Patience.await().until(() -> browser.holds(STOP_IS_OFFERED));

                Patience.await()
                        .until(() -> browser.text("#phase").contains("pool ")
                                && !browser.text("#left").isEmpty());
                assertChartsGrow(browser);
                Patience.await().until(() -> browser.lines(TRIALS).size() > 1);
                assertThat(browser.text("#verdict")).isNotBlank();
                assertThat(
                                browser.lines(
                                        "[...document.querySelectorAll('#chart-series-pool svg text')].map(each => each.textContent)"))
                        .contains("in use", "waiting");
                assertThat(browser.charts()).contains("chart-throughput");
                for (String chart : browser.charts()) {
                    assertThat(browser.hover(chart)).as(chart).isNotEmpty();
                }
                assertThat(browser.cut()).isEmpty();

                List<String> seen = browser.lines(TRIALS);
                browser.reload();
                Patience.await().until(() -> browser.lines(TRIALS).containsAll(seen));
                String second = browser.showBeside(page);
                Patience.await().until(() -> {
                    List<String> late = browser.lines(TRIALS);
                    browser.turnTo(first);
                    List<String> early = browser.lines(TRIALS);
                    browser.turnTo(second);
                    return !late.isEmpty() && late.equals(early);
                });
                assertThat(browser.complaints()).isEmpty();

                assertNobodyElseReadsOrStops(page);
                browser.turnTo(first);
                assertThat(browser.holds(STOP_IS_OFFERED)).isTrue();

                browser.click("#stop");
                Patience.await().until(() -> browser.holds(OVER));
                assertThat(browser.text("#phase")).startsWith("The run has ended");
                browser.turnTo(second);
                Patience.await().until(() -> browser.holds(OVER));
                // Both pages are still open.
                Result ended = program.await();
                assertThat(ended.exitCode()).as(ended.toString()).isIn(0, 1);
                assertThat(world.settings()).isEqualTo(before);
                assertThat(browser.text("#lost")).isEmpty();
                assertThat(browser.complaints()).isEmpty();
                assertReport(browser);
            }
        }
    }

    /** An experiment that goes on for longer than anybody watches. */
    private static Path endless(StockWorld world) throws IOException {
        Path file = world.experiment("watched");
        Files.writeString(
                file,
                Files.readString(file)
                        .replace("throughput: \">= " + StockWorld.WANTED + "/s\"", "throughput: max\n  margin: 0.5%")
                        .replace("budget: 90s", "budget: 20m"));
        return file;
    }

    private static void assertChartsGrow(Browser browser) {
        for (long points = 2, seen = 0; seen < 4; seen++) {
            long fewer = points;
            Patience.await().until(() -> browser.number(POINTS) > fewer);
            points = browser.number(POINTS);
        }
    }

    /** By a browser of their own, since a page tells of each refusal on the console. */
    private static void assertNobodyElseReadsOrStops(URI page) throws IOException {
        HttpServer elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        elsewhere.createContext("/", exchange -> {
            try (exchange) {
                exchange.getResponseHeaders().set("Content-Type", "text/html");
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write("<p>elsewhere".getBytes(StandardCharsets.UTF_8));
            }
        });
        elsewhere.start();
        int port = elsewhere.getAddress().getPort();
        try (Browser stranger = Browser.start()) {
            for (String other : List.of(
                    "data:text/html,<p>elsewhere", "http://127.0.0.1:" + port + "/", "http://localhost:" + port)) {
                stranger.show(URI.create(other.replace("<", "%3C").replace(">", "%3E")));
                assertThat(stranger.promised(ATTACK, page.toString()))
                        .as(other)
                        .hasSize(8)
                        .doesNotContain("read");
                assertThat(stranger.framed("#stop")).as(other).isFalse();
            }
        } finally {
            elsewhere.stop(0);
        }
    }

    private static void assertReport(Browser browser) {
        Matcher report = Pattern.compile("\\S+report\\.html").matcher(browser.text("#phase"));
        assertThat(report.find()).as(browser.text("#phase")).isTrue();
        browser.show(folder.resolve(report.group()).toUri());
        assertThat(browser.text("h1")).isNotBlank();
        assertThat(browser.charts()).contains("chart-throughput", "chart-series-rate");
        for (String chart : browser.charts()) {
            browser.hover(chart);
        }
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void the_page_is_there_before_the_service_and_a_stop_interrupts() throws Exception {
        int nobody = Ports.free();
        Path file = folder.resolve("early.yaml");
        Files.writeString(file, """
                name: early
                service:
                  launch: exec sleep 600
                  ready: http://127.0.0.1:%1$d/
                  ready-timeout: 10m
                load:
                  users: 2
                  requests:
                    - get: http://127.0.0.1:%1$d/
                tune:
                  pool: 2..20
                goal:
                  throughput: max
                budget: 90s
                """.formatted(nobody));
        try (Browser browser = Browser.start();
                Program program = Program.start(folder, Map.of(), "tune", file.toString(), "--out", "early", "--web")) {
            browser.show(address(program));
            Patience.await().until(() -> browser.text("#phase").startsWith("starting the service"));
            assertThat(browser.charts()).isEmpty();
            assertThat(browser.lines(TRIALS)).isEmpty();
            assertThat(browser.holds(STOP_IS_OFFERED)).isTrue();

            browser.click("#stop");

            Patience.await().until(() -> browser.holds(OVER));
            Result ended = program.await();
            assertThat(ended.exitCode()).as(ended.toString()).isEqualTo(130);
            assertThat(browser.text("#phase")).startsWith("The run has ended without a result");
            assertThat(browser.complaints()).isEmpty();
        }
    }
}
