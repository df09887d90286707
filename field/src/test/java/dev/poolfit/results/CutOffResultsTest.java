package dev.poolfit.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Locale;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of a file that ends in the middle of something, what is complete is read, and the cut is told with its line. */
class CutOffResultsTest {
    private static final int REQUESTS = 1_000;

    @TempDir
    private Path folder;

    private static String file(String head, IntFunction<String> request) {
        var text = new StringBuilder(head);
        for (int i = 0; i < REQUESTS; i++) {
            text.append(request.apply(i));
        }
        return text.toString();
    }

    private static String k6Json() {
        return file(
                "{\"type\":\"Metric\",\"data\":{},\"metric\":\"http_req_duration\"}\n",
                i -> String.format(
                        Locale.ROOT,
                        "{\"metric\":\"http_req_duration\",\"type\":\"Point\",\"data\":{\"time\":\"2026-08-14T03:00:%02d.%03dZ\","
                                + "\"value\":%d.5,\"tags\":{\"name\":\"/größe\",\"status\":\"200\"}}}%n",
                        i / 100,
                        i % 100 * 10,
                        i % 50));
    }

    private static String k6Csv() {
        return file(
                "metric_name,timestamp,metric_value,status,url\n",
                i -> "http_req_duration," + (1_683_005_406 + i / 100) + "," + i % 50 + ".5,200,http://x/größe\n");
    }

    private static String jtlCsv() {
        return file(
                "success,label,elapsed,timeStamp\n",
                i -> "true,größe," + i % 50 + "," + (1_683_005_406_000L + i * 10L) + "\n");
    }

    private static String jtlXml() {
        return file(
                        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testResults version=\"1.2\">\n",
                        i -> "<httpSample s=\"true\" lb=\"größe\" t=\"" + i % 50 + "\" ts=\""
                                + (1_683_005_406_000L + i * 10L) + "\">\n<java.net.URL>http://x</java.net.URL>\n"
                                + "</httpSample>\n")
                + "</testResults>\n";
    }

    private static String ngrinder() {
        var text = new StringBuilder("DateTime,vuser,TPS,Errors,Mean_Test_Time_(ms)\n");
        for (int i = 0; i < 50; i++) {
            text.append("2026-08-14 03:00:%02d,10,100,0,5\n".formatted(i));
        }
        return text.toString();
    }

    /** Cuts the file at each of its last bytes but for the line end, and holds what is read against the whole. */
    private void cutAnywhere(String text, int lastBytes) {
        byte[] whole = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        double mean = ResultsReader.read(Written.file(folder, whole))
                .observations()
                .get(0)
                .meanMs()
                .orElseThrow();
        for (int cut = 2; cut < lastBytes; cut++) {
            Results results =
                    ResultsReader.read(Written.file(folder, java.util.Arrays.copyOf(whole, whole.length - cut)));
            assertThat(results.observations().get(0).meanMs().orElseThrow())
                    .as("cut by %d", cut)
                    .isEqualTo(mean);
        }
    }

    @Test
    void a_stream_of_points_may_end_anywhere() {
        cutAnywhere(k6Json(), 300);
        Results results = Written.results(folder, k6Json().substring(0, k6Json().length() - 30));

        assertThat(results.notices())
                .contains("The file is cut off in the middle of line 1001, which is passed over; the lines before it"
                        + " count.");
    }

    @Test
    void a_table_may_end_anywhere() {
        cutAnywhere(k6Csv(), 120);
        cutAnywhere(jtlCsv(), 70);
        cutAnywhere(ngrinder(), 60);
        for (String table : new String[] {k6Csv(), jtlCsv(), ngrinder()}) {
            long lines = table.lines().count();
            assertThat(Written.results(folder, table.substring(0, table.length() - 5))
                            .notices())
                    .contains(CutOff.inLine(lines));
            assertThat(Written.results(folder, table).notices()).noneMatch(each -> each.contains("cut off"));
        }
    }

    @Test
    void a_table_may_end_within_a_quoted_cell() {
        assertThat(Written.results(folder, k6Csv() + "http_req_duration,16830").notices())
                .contains(CutOff.inLine(1002));
        assertThat(Written.results(folder, k6Csv() + "\"http_req_dur,16830\n").notices())
                .contains(CutOff.inLine(1002));
    }

    @Test
    void samples_as_xml_may_end_anywhere() {
        cutAnywhere(jtlXml(), 300);

        assertThat(Written.results(folder, jtlXml().substring(0, jtlXml().length() - 150))
                        .notices())
                .anyMatch(each -> each.matches("The file is cut off at line 299., character \\d+; .*"));
        assertThat(Written.results(folder, jtlXml()).notices()).noneMatch(each -> each.contains("cut off"));
    }

    @Test
    void a_file_that_is_cut_off_before_its_first_request_is_refused_and_says_so() {
        assertThat(Written.complaints(folder, "<testResults>\n<httpSample t=\"4"))
                .contains("must hold at least one request, but holds none; The file is cut off at line 2");
        assertThat(Written.complaints(folder, "metric_name,timestamp,metric_value\nhttp_req_du"))
                .contains("holds none; The file is cut off in the middle of line 2");
        assertThat(Written.complaints(folder, "{\"type\":\"Metric\",\"data\":{},\"metric\":\"http_reqs\"}\n{\"me"))
                .contains("holds none; The file is cut off in the middle of line 2");
        assertThat(Written.complaints(folder, "{\"metrics\": {\"http_reqs\": {\"co"))
                .contains("is not JSON");
    }

    @Test
    void what_is_wrong_in_the_middle_is_not_taken_for_a_cut() {
        assertThat(Written.complaints(folder, k6Json().replaceFirst("\"value\":7.5", "\"value\":7,5")))
                .contains("line 9: character", "is not JSON");
        assertThat(Written.complaints(folder, jtlXml().replaceFirst("t=\"7\"", "t=7")))
                .contains("is not well-formed XML");
    }
}
