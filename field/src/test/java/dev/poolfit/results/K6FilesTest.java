package dev.poolfit.results;

import static dev.poolfit.results.LoadToolsTest.K6_HEADING;
import static dev.poolfit.results.LoadToolsTest.START;
import static dev.poolfit.results.LoadToolsTest.k6;
import static dev.poolfit.results.LoadToolsTest.k6Request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Settings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of k6, in the shape in which it writes them. */
class K6FilesTest {
    @TempDir
    private Path folder;

    private Results read(String text) {
        return Written.results(folder, text);
    }

    /** Ramps for 5 s at 10 requests a second, then 10 s of 20 users with 50 a second, 5 of them failing. */
    private static String k6Csv() {
        var text = new StringBuilder(K6_HEADING);
        for (int second = 0; second < 15; second++) {
            boolean full = second >= 5;
            text.append(k6("vus", second, full ? 20 : 1 + second, ",,,,,,,,,,,,,,,,"));
            for (int i = 0; i < (full ? 50 : 10); i++) {
                text.append(k6Request(second, full ? (i == 0 ? 200 : 100) : 10, !full || i % 10 != 0));
            }
        }
        return text.toString();
    }

    @Test
    void k6_csv_is_measured_over_the_whole_seconds_with_all_users() {
        Results results = read(k6Csv());
        Observation only = results.observations().get(0);

        assertThat(results.source()).isEqualTo("k6's CSV");
        assertThat(only.settings()).isEqualTo(Settings.NONE);
        assertThat(only.users()).hasValue(20);
        assertThat(only.throughput()).hasValue(45);
        assertThat(only.errorsPerSecond()).hasValue(5);
        assertThat(only.meanMs().getAsDouble()).isCloseTo(102, within(1e-9));
        assertThat(only.p99Ms()).hasValue(200);
        assertThat(only.thinkSeconds()).isEmpty();
        assertThat(results.notices())
                .contains("Of 15 s those 10 s count in which there were 20 users.")
                .anyMatch(each -> each.contains("settings"));
    }

    @Test
    void k6_csv_whose_users_never_rest_counts_where_rate_and_requests_in_progress_do() {
        String ramp = k6Csv().replaceAll("(?m)^vus,(\\d+),20.0", "vus,$1,19.0")
                .replaceFirst("vus,(\\d+),19.0", "vus,$1,20.0");
        Results results = read(ramp);

        assertThat(results.observations().get(0).users()).isEmpty();
        assertThat(results.observations().get(0).throughput()).hasValue(45);
        assertThat(results.notices()).anyMatch(each -> each.contains("never stays at its maximum (20)"));
    }

    @Test
    void iterations_that_k6_dropped_count_as_offered() {
        var text = new StringBuilder(k6Csv());
        for (int second = 5; second < 15; second++) {
            text.append(k6("dropped_iterations", second, 25, ",,,,,,,,,,,,,,,,"));
        }
        for (String file : List.of(text.toString(), k6Json(text.toString(), false))) {
            Results results = read(file);
            assertThat(results.observations().get(0).probe(Metric.OFFERED)).hasValue(75);
            assertThat(results.notices()).anyMatch(each -> each.startsWith("k6 dropped 31.3 % of the iterations"));
        }
    }

    @Test
    void k6_time_stamps_in_milliseconds_and_rfc_3339_mean_the_same() {
        Observation seconds = read(k6Csv()).observations().get(0);
        String millis = k6Csv().replaceAll(",(16830054\\d\\d),", ",$1250,");
        String words = k6Csv();
        for (long second = 0; second < 15; second++) {
            words = words.replace(
                    "," + (START + second) + ",", "," + java.time.Instant.ofEpochSecond(START + second) + ",");
        }
        assertThat(read(millis).observations()).containsExactly(seconds);
        assertThat(read(words).observations()).containsExactly(seconds);
    }

    @Test
    void k6_think_time_is_what_an_iteration_takes_beyond_its_requests() {
        String iterations =
                k6("iteration_duration", 9, 1204, ",,,,,,,,,,,,,,,,").repeat(275);
        Observation only = read(k6Csv() + iterations).observations().get(0);

        // 550 requests in 275 iterations: two each; (1204 - 2 R) / 2 with R over the whole test
        double meanOfAll = (50 * 10 + 500 * 102) / 550.0;
        assertThat(only.thinkSeconds().getAsDouble()).isCloseTo((602 - meanOfAll) / 1000, within(1e-9));
    }

    @Test
    void k6_summary_of_both_shapes_says_the_same() {
        Observation exported = read("""
                {"root_group": {"name": "", "checks": {}}, "metrics": {
                  "http_reqs": {"count": 1600, "rate": 100},
                  "iterations": {"count": 1600, "rate": 100},
                  "iteration_duration": {"avg": 150.2, "max": 210},
                  "http_req_duration": {"avg": 50.2, "med": 40, "p(95)": 90, "p(99)": 120.5, "max": 200},
                  "http_req_failed": {"passes": 16, "fails": 1584, "value": 0.01},
                  "vus": {"value": 3, "min": 0, "max": 15}, "vus_max": {"value": 20, "min": 20, "max": 20}}}
                """).observations().get(0);
        Observation handled = read("""
                {"state": {"testRunDurationMs": 16000}, "metrics": {
                  "http_reqs": {"type": "counter", "contains": "default", "values": {"count": 1600, "rate": 100}},
                  "iterations": {"type": "counter", "values": {"count": 1600, "rate": 100}},
                  "iteration_duration": {"type": "trend", "values": {"avg": 150.2, "max": 210}},
                  "http_req_duration": {"type": "trend", "contains": "time", "values": {"avg": 50.2, "p(99)": 120.5}},
                  "http_req_failed": {"type": "rate", "values": {"rate": 0.01, "passes": 16, "fails": 1584}},
                  "vus": {"type": "gauge", "values": {"value": 3, "min": 0, "max": 15}}}}
                """).observations().get(0);

        assertThat(handled).isEqualTo(exported);
        assertThat(exported.throughput()).hasValue(99);
        assertThat(exported.errorsPerSecond()).hasValue(1);
        assertThat(exported.meanMs()).hasValue(50.2);
        assertThat(exported.p99Ms()).hasValue(120.5);
        assertThat(exported.users()).hasValue(15);
        assertThat(exported.thinkSeconds().getAsDouble()).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void k6_summary_without_p99_or_failures_leaves_them_open_and_says_how_to_get_them() {
        Results results = read("""
                {"metrics": {"http_reqs": {"count": 10, "rate": 5.5}, "http_req_duration": {"avg": 3.2, "p(95)": 5}}}
                """);
        Observation only = results.observations().get(0);

        assertThat(only.throughput()).hasValue(5.5);
        assertThat(only.p99Ms()).isEmpty();
        assertThat(only.errorsPerSecond()).isEmpty();
        assertThat(only.users()).isEmpty();
        assertThat(results.notices()).anyMatch(each -> each.contains("--summary-trend-stats"));
    }

    @Test
    void k6_summary_with_wrong_figures_is_refused_as_a_whole() {
        assertThat(Written.complaints(folder, """
                        {"metrics": {"http_reqs": {"rate": -1}, "http_req_duration": {"p(99)": "slow"},
                          "http_req_failed": {"value": 2}}}
                        """))
                .contains("metrics.http_reqs.rate must be a rate a second from 0.001 to 10000000", "\"-1\"")
                .contains("metrics.http_req_duration.avg is missing")
                .contains("metrics.http_req_duration.p(99)", "slow")
                .contains("metrics.http_req_failed must be a share from 0 to 1, but is 2");
    }

    private static String k6Json(String csv, boolean metricLast) {
        var text = new StringBuilder(
                "{\"type\":\"Metric\",\"data\":{\"name\":\"vus\",\"type\":\"gauge\"},\"metric\":\"vus\"}\r\n");
        csv.lines().skip(1).map(line -> line.split(",", 10)).forEach(cells -> {
            String metric = "\"metric\":\"" + cells[0] + "\"";
            String data = "\"type\":\"Point\",\"data\":{\"time\":\""
                    + java.time.Instant.ofEpochSecond(Long.parseLong(cells[1])) + "\",\"value\":" + cells[2]
                    + ",\"tags\":"
                    + (cells[6].isEmpty()
                            ? "null"
                            : "{\"group\":\"" + cells[7] + "\",\"expected_response\":\"" + cells[6] + "\"}")
                    + "}";
            text.append(metricLast ? "{" + data + "," + metric + "}\r\n" : "{" + metric + "," + data + "}\r\n");
        });
        return text.toString();
    }

    @Test
    void k6_requests_of_setup_and_teardown_do_not_count() {
        String aside = "";
        for (String group : List.of("::setup", "::teardown")) {
            aside += k6Request(9, 9_000, false).replace(",false,,GET", ",false," + group + ",GET");
        }
        Observation expected = read(k6Csv()).observations().get(0);

        for (String file : List.of(k6Csv() + aside, k6Json(k6Csv() + aside, false))) {
            assertThat(read(file).observations().get(0))
                    .usingRecursiveComparison()
                    .ignoringFields("origin")
                    .isEqualTo(expected);
        }
    }

    @Test
    void k6_points_as_json_say_the_same_as_its_csv_wherever_the_metric_stands() {
        String csv =
                k6Csv() + k6("iteration_duration", 9, 1204, ",,,,,,,,,,,,,,,,").repeat(275);
        Observation expected = read(csv).observations().get(0);

        for (boolean last : new boolean[] {false, true}) {
            Results results = read("\uFEFF" + k6Json(csv, last));
            assertThat(results.source()).isEqualTo("k6's JSON points");
            assertThat(results.observations().get(0))
                    .usingRecursiveComparison()
                    .ignoringFields("origin")
                    .isEqualTo(expected);
        }
    }

    @Test
    void k6_points_with_wrong_values_are_told_together() {
        assertThat(Written.complaints(
                                folder,
                                k6Json(k6Csv(), false)
                                        .replaceFirst("\"value\":10.0", "\"value\":\"slow\"")
                                        .replaceFirst("\"time\":\"2023", "\"time\":\"when"))
                        .lines())
                .anyMatch(line -> line.matches(
                        "line \\d+: data.value must be a number of milliseconds from 0 to 86400000, but is .slow.*"))
                .anyMatch(line -> line.matches("line 2: data.time must be a time as in RFC 3339, but is .when.*"));
    }
}
