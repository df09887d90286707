package dev.poolfit.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.InvalidExperiment;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Files that real tools wrote of real tests: k6 1.8, JMeter 5.6, Locust 2.47, Gatling 3.9 and 3.15, vegeta 12.13, wrk 4.1, hey 0.1
 * and ApacheBench 2.3 against a server that kept its own count. Of its answers at /flaky some 40 % had status 500.
 */
class RealReportsTest {
    static Path file(String name) {
        try {
            return Path.of(Objects.requireNonNull(RealReportsTest.class.getResource("real/" + name), name)
                    .toURI());
        } catch (URISyntaxException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static Results read(String name) {
        return ResultsReader.read(file(name));
    }

    private static double answered(Observation seen) {
        return seen.throughput().orElseThrow() + seen.errorsPerSecond().orElse(0);
    }

    /** The rate is the server's own count over the whole test, within the second in which a tool begins or ends to count. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            wrk-latency.txt                | wrk's report             | 10 | 120.0 | 82.7 | 0
            wrk-flaky.txt                  | wrk's report             | 10 | 194.7 | 51.5 | 0.397
            hey-flaky.txt                  | hey's report             |    | 191.0 | 52.7 | 0.40
            ab-flaky.txt                   | ab's report              | 10 | 177.6 | 56.3 | 0.391
            vegeta-flaky.txt               | vegeta's report          |    | 39.9  | 51.6 | 0.416
            vegeta-flaky.report.json       | vegeta's report          |    | 39.9  | 51.6 | 0.416
            k6-flaky.new-summary.json      | k6's summary             | 10 | 65.3  | 52.2 | 0.38
            k6-think-tty.txt               | k6's summary             | 10 | 29.0  | 43.2 | 0
            jm-flaky.aggregate-report.csv  | JMeter's report          |    | 63.5  | 54   | 0.412
            jm-const.summary-report.csv    | JMeter's report          |    | 121.5 | 81   | 0
            jm-const.statistics.json       | JMeter's statistics.json |    | 121.5 | 81.7 | 0
            jm-flaky.console.txt           | jmeter's report          |    | 63.5  | 54   | 0.412
            locust-flaky_stats.csv         | Locust's stats           |    | 39.1  | 57.1 | 0.387
            gatling-flaky.console.txt      | gatling's report         |    | 37.7  | 63   | 0.401
            gatling39-flaky.simulation.log | Gatling's simulation.log | 10 | 39.3  | 52.5 | 0.41
            """)
    void rate_mean_and_failures_are_what_the_server_counted(
            String name, String source, Double users, double rate, double mean, double failed) {
        Results results = read(name);
        Observation only = results.observations().get(0);

        assertThat(results.source()).isEqualTo(source);
        assertThat(only.users().isPresent()).isEqualTo(users != null);
        only.users().ifPresent(seen -> assertThat(seen).isEqualTo(users));
        assertThat(answered(only)).isCloseTo(rate, withinPercentage(6));
        assertThat(only.meanMs().getAsDouble()).isCloseTo(mean, withinPercentage(1));
        assertThat(only.errorsPerSecond().orElse(0) / answered(only)).isCloseTo(failed, within(0.02));
    }

    @Test
    void an_arrival_rate_that_was_not_reached_says_what_was_dropped() {
        Results results = read("k6-arrival.summary-export.json");
        Observation only = results.observations().get(0);

        assertThat(only.throughput().getAsDouble()).isCloseTo(121.6, within(0.1));
        assertThat(only.probe(Metric.OFFERED).getAsDouble()).isCloseTo(200, withinPercentage(1));
        assertThat(results.notices()).anyMatch(each -> each.contains("k6 dropped 39.0 % of the iterations"));
    }

    @Test
    void a_summary_of_a_ramp_says_how_many_users_there_were_on_average() {
        assertThat(read("k6-ramp.summary-export.json").notices())
                .anyMatch(each -> each.contains("On average 7.8 of at most 15 users were active"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ab-fail.txt                      | all requests failed: nothing to fit
            hey-refused.txt                  | all requests failed: nothing to fit
            vegeta-refused.txt               | all requests failed: nothing to fit
            jm-refused.console.txt           | all requests failed: nothing to fit
            vegeta-overload.txt              | of 150.0 requests a second 119.8 were answered
            siege-flaky.txt                  | is siege's report, which is not read; take "transaction rate" as throughput
            jm-flaky.aggregate-report.de.csv | is JMeter's report in another language
            jm-tc-noparent.aggregate-report.csv | "Checkout" seems to be a transaction controller
            locust-flaky_stats_history.csv   | is Locust's history, which is not read; give the file NAME_stats.csv
            gatling315-pool.simulation.log   | is Gatling's simulation.log in its binary form
            vegeta-rate.csv                  | is what vegeta encode writes, which is not read
            """)
    void what_is_not_read_is_refused_by_its_name(String name, String said) {
        Assertions.assertThatExceptionOfType(InvalidExperiment.class)
                .isThrownBy(() -> read(name))
                .satisfies(refused -> assertThat(refused.problems()).hasSize(1))
                .satisfies(refused ->
                        assertThat(refused.problems().get(0).message()).contains(said));
    }
}
