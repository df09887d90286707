package dev.poolfit.results;

import static dev.poolfit.results.LoadToolsTest.JTL_HEADING;
import static dev.poolfit.results.LoadToolsTest.START;
import static dev.poolfit.results.LoadToolsTest.jtl;
import static dev.poolfit.results.LoadToolsTest.jtlCsv;
import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Observation;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of JMeter, in the shape in which it writes them. */
class JmeterFilesTest {
    @TempDir
    private Path folder;

    private Results read(String text) {
        return Written.results(folder, text);
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
}
