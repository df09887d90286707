package dev.poolfit.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Observation;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of k6, JMeter and nGrinder, in the shape in which these tools write them. */
class LoadToolsTest {
    static final String K6_HEADING =
            "metric_name,timestamp,metric_value,check,error,error_code,expected_response,group,method,name,proto,scenario,"
                    + "service,status,subproto,tls_version,url,extra_tags,metadata\n";
    static final String JTL_HEADING =
            "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,"
                    + "sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect\n";
    static final long START = 1_683_005_406L;

    @TempDir
    private Path folder;

    private Results read(String text) {
        return Written.results(folder, text);
    }

    static String k6(String metric, long second, double value, String tags) {
        return metric + "," + (START + second) + "," + value + tags + "\n";
    }

    static String k6Request(long second, double millis, boolean good) {
        String tags = ",,,," + good + ",,GET,http://x/a,HTTP/1.1,default,," + (good ? 200 : 500)
                + ",,,\"http://x/a?b=1,2\",,";
        return k6("http_reqs", second, 1, tags)
                + k6("http_req_duration", second, millis, tags)
                + k6("http_req_waiting", second, 1, tags)
                + k6("http_req_failed", second, good ? 0 : 1, tags);
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
    void transactions_without_the_requests_within_them_are_refused() {
        String transactions = jtlCsv().replace(",OK,", ",\"Number of samples in transaction : 2\",");

        assertThat(Written.complaints(folder, transactions))
                .contains("holds 1000 samples of these and 0 requests", "jmeter.save.saveservice.subresults=true");
    }

    static String jtl(long startMs, long elapsed, boolean success, int threads, String message) {
        return (START * 1000 + startMs) + "," + elapsed + ",GET /logs,200," + message + ",Thread Group 1-1,text,"
                + success + ",,468,231," + threads + "," + threads + ",http://x/a,90,0,1\n";
    }

    static String jtlCsv() {
        var text = new StringBuilder(JTL_HEADING);
        for (int i = 0; i < 1000; i++) {
            text.append(jtl(i * 10L, 100, i % 4 != 0, 10, "OK"));
        }
        return text.toString();
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
