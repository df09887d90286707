package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whoever brings a file gets numbers that hold at the setting that was measured, or one sentence that says why not. */
class PredictCasesTest {
    private record Answer(int exit, String out, String err) {
        JsonNode json() {
            return JsonMapper.builder().build().readTree(out);
        }
    }

    /** Where the module of the readers keeps it: its own tests may come as a jar. */
    private static Path file(String name) {
        return Path.of("../field/src/test/resources/dev/poolfit/results", name);
    }

    private static Answer predict(String name, String... more) throws Exception {
        var out = new StringWriter();
        var err = new StringWriter();
        String[] all = Stream.concat(
                        Stream.of(
                                "predict",
                                "--results=" + file(name),
                                "--at=pool=10",
                                "--assume=pool=10,threads=200",
                                "--format=json"),
                        Arrays.stream(more))
                .toArray(String[]::new);
        int exit = Main.commandLine(CommandLine.defaultFactory())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all);
        return new Answer(exit, out.toString(), err.toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cases/jtl-ramp-only.jtl                | 20   | 50   | 0    | rate × response time
            cases/jtl-subsamples.jtl               | 100  | 100  | 0    | Sub-results of JMeter's samples
            cases/jtl-40-percent-fail.jtl          | 30   | 200  | 0.4  | 400 of 1,000 requests failed (status 500).
            cases/jmeter-aggregate-report.csv      | 50   | 100  | 0    | gives 5 requests in progress
            cases/k6-summary-44-percent-fail.json  | 56   | 100  | 0.44 | 44 % of the requests failed.
            cases/k6-summary-machine-readable.json | 36.1 | 4    | 0    | k6 writes the 99th percentile with
            cases/locust_stats.csv                 | 49.5 | 125  | 0.01 | 1.00 % of the requests failed.
            cases/vegeta.json                      | 100  | 2.37 | 0    | gives 0.24 requests in progress
            cases/wrk.txt                          | 1200 | 83   | 0    | The 99th percentile is unknown.
            cases/table-errors.csv                 | 30   | 200  | 0.4  | 40 % of the requests failed.
            real/k6-arrival.summary-export.json    | 121.6 | 72.6 | 0   | k6 dropped 39.0 % of the iterations
            """)
    void what_was_measured_is_predicted_where_it_was_measured(
            String name, double rate, double mean, double failed, String told) throws Exception {
        Answer answer = predict(name);
        JsonNode prediction = answer.json().at("/predictions/0");

        assertThat(answer.exit()).isEqualTo(Main.DONE);
        assertThat(prediction.at("/throughput/mean").asDouble()).isCloseTo(rate, withinPercentage(3));
        assertThat(prediction.path("meanMs").asDouble()).isCloseTo(mean, withinPercentage(6));
        assertThat(prediction.path("errorRate").asDouble()).isCloseTo(failed, withinPercentage(2));
        assertThat(answer.json().path("warnings").toString()).contains(told);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cases/jtl-all-fail.jtl       | all 400 requests failed (Connection refused): nothing to fit
            cases/jtl-no-heading.jtl     | line 1: the heading must name known columns
            cases/gatling-simulation.log | must cover at least 3 s, but covers 1 s
            """)
    void what_holds_nothing_to_predict_from_is_refused_in_one_sentence(String name, String said) throws Exception {
        Answer answer = predict(name);

        assertThat(answer.exit()).isEqualTo(Main.BAD_INPUT);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err().lines()).singleElement().asString().contains(said);
    }

    @Test
    void a_check_that_fails_leaves_no_prediction_unless_it_is_forced() throws Exception {
        Answer refused = predict("real/k6-ramp.summary-export.json");
        Answer forced = predict("real/k6-ramp.summary-export.json", "--force");

        assertThat(refused.exit()).isEqualTo(Main.NO_ANSWER);
        assertThat(refused.json().path("predictions").isEmpty()).isTrue();
        assertThat(refused.json().at("/fit/parameters").isEmpty()).isTrue();
        assertThat(refused.json().at("/fit/checks/0/passed").asBoolean(true)).isFalse();
        assertThat(refused.err())
                .contains(
                        "no prediction, since a check fails: users = rate × (response + think)",
                        "predict all the same with --force");
        assertThat(forced.exit()).isEqualTo(Main.DONE);
        assertThat(forced.err()).isEmpty();
        assertThat(forced.json().path("predictions").size()).isEqualTo(1);
    }
}
