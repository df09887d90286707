package dev.poolfit.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Settings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of k6, JMeter and nGrinder, in the shape in which these tools write them. */
class LoadToolsTest {
    private static final String K6_HEADING =
            "metric_name,timestamp,metric_value,check,error,error_code,expected_response,group,method,name,proto,scenario,"
                    + "service,status,subproto,tls_version,url,extra_tags,metadata\n";
    private static final String JTL_HEADING =
            "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,"
                    + "sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect\n";
    private static final long START = 1_683_005_406L;

    @TempDir
    private Path folder;

    private Results read(String text) {
        return Written.results(folder, text);
    }

    private static String k6(String metric, long second, double value, String tags) {
        return metric + "," + (START + second) + "," + value + tags + "\n";
    }

    private static String k6Request(long second, double millis, boolean good) {
        String tags = ",,,," + good + ",,GET,http://x/a,HTTP/1.1,default,," + (good ? 200 : 500)
                + ",,,\"http://x/a?b=1,2\",,";
        return k6("http_reqs", second, 1, tags)
                + k6("http_req_duration", second, millis, tags)
                + k6("http_req_waiting", second, 1, tags)
                + k6("http_req_failed", second, good ? 0 : 1, tags);
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
    void a_ramp_without_a_level_part_is_refused() {
        var text = new StringBuilder(JTL_HEADING);
        for (int second = 0; second < 60; second++) {
            for (int i = 0; i <= second; i++) {
                text.append(jtl(1000L * second + i, 100, true, 1 + second, "OK"));
            }
        }

        assertThat(Written.complaints(folder, text.toString()))
                .contains(
                        "must have a part with a level load, but has none: the number of users never stays at its maximum (60)");
        assertThat(Written.complaints(folder, text.toString().replaceAll("(?m),\\d+,\\d+,http", ",,,http")))
                .contains("nobody wrote down how many users there were");
    }

    @Test
    void the_level_part_of_a_test_without_its_users_is_found() {
        var text = new StringBuilder(JTL_HEADING);
        for (int second = 0; second < 60; second++) {
            int rate = Math.min(20, 1 + second);
            for (int i = 0; i < rate; i++) {
                text.append(jtl(1000L * second + i * 1000L / rate, 100, true, 0, "OK"));
            }
        }
        Observation only = read(text.toString()).observations().get(0);

        assertThat(only.users()).isEmpty();
        assertThat(only.throughput().getAsDouble()).isBetween(19.0, 20.0);
    }

    @Test
    void two_runs_in_one_file_are_refused() {
        String later = jtlCsv().substring(JTL_HEADING.length()).replaceAll("(?m)^1683005(\\d{6})", "1683065$1");

        assertThat(Written.complaints(folder, jtlCsv() + later))
                .contains("must hold one load test, but for 59989 s, from second 11 on, no request was in progress");
        assertThat(Written.complaints(folder, jtlCsv() + jtlCsv())).contains("must not be a heading again");
    }

    @Test
    void jmeter_sub_results_are_a_part_of_their_sample_and_others_are_not() {
        var parts = new StringBuilder(JTL_HEADING);
        var wholes = new StringBuilder(JTL_HEADING);
        for (int i = 0; i < 1000; i++) {
            String home = jtl(i * 10L, 90, true, 10, "OK").replace("GET /logs", "Home");
            String after = jtl(i * 10L + 90, 8, true, 10, "OK").replace("GET /logs", "Home-1");
            parts.append(home)
                    .append(jtl(i * 10L, 40, true, 10, "Found").replace("GET /logs", "Home-0"))
                    .append(jtl(i * 10L + 45, 40, true, 10, "OK").replace("GET /logs", "Home-1"))
                    .append(jtl(i * 10L + 50, 30, true, 10, "OK").replace("GET /logs", "Home-1-0"))
                    .append(after);
            wholes.append(home).append(after);
        }
        Results results = read(parts.toString());

        assertThat(results.observations()).isEqualTo(read(wholes.toString()).observations());
        assertThat(results.notices()).anyMatch(each -> each.contains("Sub-results") && each.contains("Home-1-0"));
    }

    @Test
    void transactions_without_the_requests_within_them_are_refused() {
        String transactions = jtlCsv().replace(",OK,", ",\"Number of samples in transaction : 2\",");

        assertThat(Written.complaints(folder, transactions))
                .contains("holds 1000 samples of these and 0 requests", "jmeter.save.saveservice.subresults=true");
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

    private static String jtl(long startMs, long elapsed, boolean success, int threads, String message) {
        return (START * 1000 + startMs) + "," + elapsed + ",GET /logs,200," + message + ",Thread Group 1-1,text,"
                + success + ",,468,231," + threads + "," + threads + ",http://x/a,90,0,1\n";
    }

    private static String jtlCsv() {
        var text = new StringBuilder(JTL_HEADING);
        for (int i = 0; i < 1000; i++) {
            text.append(jtl(i * 10L, 100, i % 4 != 0, 10, "OK"));
        }
        return text.toString();
    }

    @Test
    void jmeter_csv_is_measured_over_whole_seconds() {
        Observation only = read(jtlCsv()).observations().get(0);

        assertThat(only.throughput()).hasValue(75);
        assertThat(only.errorsPerSecond()).hasValue(25);
        assertThat(only.meanMs()).hasValue(100);
        assertThat(only.p99Ms()).hasValue(100);
        assertThat(only.users()).hasValue(10);
    }

    @Test
    void jmeter_time_stamps_in_seconds_and_as_text_mean_the_same_as_in_milliseconds() {
        var seconds = new StringBuilder("timeStamp,elapsed,success\n");
        var text = new StringBuilder(seconds);
        for (int i = 0; i < 1000; i++) {
            long second = START + i / 100;
            seconds.append(second).append(",0,true\n");
            text.append(java.time.Instant.ofEpochSecond(second)
                            .toString()
                            .replace('-', '/')
                            .replace('T', ' ')
                            .replace("Z", ".125"))
                    .append(",0,true\n");
        }
        String millis = seconds.toString().replaceAll("(?m)^(\\d{10}),", "$1250,");

        assertThat(read(text.toString()).observations())
                .isEqualTo(read(seconds.toString()).observations())
                .isEqualTo(read(millis).observations());
        assertThat(read(text.toString()).observations().get(0).throughput()).hasValue(100);
    }

    @Test
    void jmeter_csv_may_have_quoted_line_ends_carriage_returns_a_mark_and_other_columns() {
        String odd = "\uFEFF"
                + jtlCsv().replace("GET /logs", "\"GET \"\"/logs\"\"\r\nsecond line\"")
                        .replace("Connect\n", "Connect,colour\n")
                        .replace(",0,1\n", ",0,1,red\n")
                        .replace("\n", "\r\n");

        assertThat(read(odd).observations()).isEqualTo(read(jtlCsv()).observations());
        assertThat(read(odd).notices()).isEqualTo(read(jtlCsv()).notices());
    }

    @Test
    void jmeter_csv_without_its_heading_is_refused_with_the_setting_that_writes_it() {
        assertThat(Written.complaints(folder, jtlCsv().substring(JTL_HEADING.length())))
                .contains("line 1: the heading", "jmeter.save.saveservice.print_field_names=true");
    }

    @Test
    void a_time_stamp_far_off_the_others_is_refused() {
        assertThat(Written.complaints(folder, jtlCsv() + jtl(-START * 1000 + 1000, 5, true, 10, "OK")))
                .contains("must hold one load test, but its time stamps span 19479 days");
    }

    @Test
    void a_test_of_many_hours_is_measured_in_constant_memory_with_the_same_figures() {
        var text = new StringBuilder("timeStamp,elapsed,success,allThreads\n");
        for (int second = 0; second < 8192; second++) {
            for (int i = 1; i <= 10; i++) {
                text.append((START / 8192 * 8192 + second) * 1000)
                        .append(",0,true,")
                        .append(i < 10 ? 4 : 5)
                        .append('\n');
                text.append((START / 8192 * 8192 + second) * 1000 - i)
                        .append(',')
                        .append(i)
                        .append(",true,4\n");
            }
        }
        Observation only = read(text.toString()).observations().get(0);

        assertThat(only.throughput()).hasValue(20);
        assertThat(only.meanMs()).hasValue(2.75);
        assertThat(only.p99Ms()).hasValue(10);
        assertThat(only.users()).hasValue(5);
    }

    @Test
    void jmeter_csv_may_have_fewer_columns_in_another_order_but_needs_three() {
        String narrow = "success,elapsed,timeStamp\n" + "true,20,1499876018809\ntrue,20,1499876022809\n"
                + "true,20,1499876020809\n";
        Results results = read(narrow);

        assertThat(results.observations().get(0).users()).isEmpty();
        assertThat(results.notices()).anyMatch(each -> each.contains("users"));
        assertThat(Written.complaints(folder, "timeStamp,label\n1,a\n").lines())
                .hasSize(2)
                .anyMatch(line -> line.startsWith("line 1: elapsed is missing from the heading"))
                .anyMatch(line -> line.startsWith("line 1: success is missing from the heading"));
    }

    @Test
    void jmeter_samples_of_transactions_do_not_count_twice() {
        String transaction = jtl(
                5_000, 9_000, true, 10, "\"Number of samples in transaction : 3, number of failing" + " samples : 0\"");
        Results results = read(jtlCsv() + transaction);

        assertThat(results.observations()).isEqualTo(read(jtlCsv()).observations());
        assertThat(results.notices()).contains(JmeterTable.TRANSACTIONS);
    }

    @Test
    void jmeter_xml_says_the_same_as_jmeter_csv() {
        var text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testResults version=\"1.2\">\n");
        for (int i = 0; i < 1000; i++) {
            String sample = "httpSample t=\"100\" it=\"0\" lt=\"90\" ts=\"" + (START * 1000 + i * 10L) + "\" s=\""
                    + (i % 4 != 0) + "\" lb=\"a &amp; b\" rc=\"200\" rm=\"OK\" tn=\"T 1-1\" ng=\"10\" na=\"10\"";
            text.append(
                    i % 2 == 0
                            ? "<" + sample + "/>\n"
                            : "<sample t=\"9\" rm=\"Number of samples in transaction : 1\"><" + sample
                                    + "><httpSample t=\"1\" ts=\"1\" s=\"true\"/><url>http://x</url></httpSample></sample>\n");
        }
        Results results = read(text + "</testResults>\n");

        assertThat(results.observations()).isEqualTo(read(jtlCsv()).observations());
    }

    @Test
    void jmeter_xml_cannot_reach_for_other_files() {
        String attack = "<?xml version=\"1.0\"?><!DOCTYPE t [<!ENTITY e SYSTEM \"file:///etc/hostname\">]>"
                + "<testResults><sample t=\"1\" ts=\"1\" s=\"true\" lb=\"&e;\"/></testResults>";

        assertThat(Written.complaints(folder, attack)).contains("is not well-formed XML");
    }

    @Test
    void jmeter_xml_names_the_line_of_a_wrong_attribute() {
        assertThat(Written.complaints(folder, "<testResults>\n<sample ts=\"x\" t=\"5\"/>\n</testResults>")
                        .lines())
                .containsExactly(
                        "line 2: attribute ts must be a time stamp in numbers, but is \"x\"; let JMeter save it",
                        "line 2: attribute s must be true or false, but is missing; let JMeter save it");
    }

    @Test
    void ngrinder_output_is_the_mean_of_the_intervals_with_all_users() {
        var text =
                new StringBuilder("DateTime,vuser,Tests,Errors,Mean_Test_Time_(ms),Test_Time_Standard_Deviation_(ms),"
                        + "TPS,Mean_response_length,Description,TPS-1,Description,TPS-2\n");
        for (int i = 0; i < 12; i++) {
            boolean full = i >= 4;
            text.append("2026-08-14 03:00:%02d,%d,80,4,%d,1,%d,100,a,1,b,1%n"
                    .formatted(2 * i, full ? 50 : 10 * (i + 1), full ? 100 : 10, full ? 40 : 5));
        }
        Results results = read(text.toString().replace("%n", "\n"));
        Observation only = results.observations().get(0);

        assertThat(only.throughput()).hasValue(40);
        assertThat(only.errorsPerSecond()).hasValue(2);
        assertThat(only.meanMs()).hasValue(100);
        assertThat(only.users()).hasValue(50);
        assertThat(only.p99Ms()).isEmpty();
        assertThat(results.notices()).contains("Of 12 intervals those 8 count in which there were 50 users.");
        assertThat(read(text.toString().replace(',', ';')).observations())
                .isEqualTo(read(text.toString().replace(',', '\t')).observations())
                .isEqualTo(results.observations());
    }

    @Test
    void too_short_a_test_is_refused() {
        assertThat(Written.complaints(folder, K6_HEADING + k6Request(0, 5, true) + k6Request(1, 5, true)))
                .contains("must cover at least 3 s, but covers 2 s");
        assertThat(Written.complaints(
                        folder, "DateTime,vuser,TPS,Errors,Mean_Test_Time_(ms)\n2026-08-14 03:00:00,1,1,0,5\n"))
                .contains("must have at least 3 intervals, but has 1");
    }

    @Test
    void wrong_cells_of_every_tool_are_told_together() {
        assertThat(Written.complaints(
                        folder, K6_HEADING + k6Request(0, -5, true).replace("1683005406,-5", "soon,-5")))
                .contains("line 3: timestamp (column 2)", "line 3: metric_value (column 3)", "\"soon\"");
        assertThat(Written.complaints(
                        folder, JTL_HEADING + jtl(0, 5, true, 1, "OK").replace(",true,", ",maybe,")))
                .contains("line 2: success (column 8) must be true or false, but is \"maybe\"");
        assertThat(Written.complaints(
                        folder,
                        "DateTime,vuser,TPS,Errors,Mean_Test_Time_(ms)\nnoon,1,NaN,0,5\n2026-08-14 03:00:00,1,1,,5\n"))
                .contains("line 2: datetime (column 1)", "line 2: tps (column 3)", "line 3: errors (column 4)");
    }
}
