package dev.poolfit.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.Secret;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.Stop;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Rate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sound file is read as it is meant; everything wrong with a file is told at once, with line, field, bound and value. */
class ExperimentReaderTest {
    private static final String SOUND = """
            name: stock-50ms
            service:
              attach: {port: 8080}
              ready: http://127.0.0.1:8080/actuator/health
            database:
              url: jdbc:mariadb://127.0.0.1:3306/stock
              user: root
              password: ${DB_PASSWORD}
            load:
              users: 100
              think: 0s
              requests:
                - get: http://127.0.0.1:8080/stocks/{1..1000}
                  weight: 3
            tune:
              pool: 2..100
              threads: 10..200
            fixed:
              connection-timeout: 3s
            goal:
              throughput: ">= 150/s"
              errors: 0%
              p99: 500ms
            ceiling:
              instances: 2
              share: 0.8
            budget: 5m
            """;

    private static ExperimentFile read(String text) {
        return new ExperimentReader(Map.of("DB_PASSWORD", "hush")).read(text, Path.of("/experiments"));
    }

    private static List<String> problems(String text) {
        var invalid = catchThrowableOfType(InvalidExperiment.class, () -> read(text));
        assertThat(invalid).as("the file is refused").isNotNull();
        return invalid.problems().stream().map(Problem::toString).toList();
    }

    @Test
    void the_contract_s_example_is_read_as_it_is_meant() {
        Experiment experiment = read(SOUND).experiment();
        assertThat(experiment.service().target()).isEqualTo(new Service.AttachPort(8080));
        assertThat(experiment.load().shape()).isEqualTo(new Load.Users(100));
        assertThat(experiment.space().of(Knob.POOL)).contains(new IntRange(2, 100));
        assertThat(experiment.space().of(Knob.THREADS)).contains(new IntRange(10, 200));
        assertThat(experiment.fixed().connectionTimeout()).contains(Duration.ofSeconds(3));
        assertThat(experiment.goal().throughput()).contains(new Rate(150));
        assertThat(experiment.goal().p99()).contains(Duration.ofMillis(500));
        assertThat(experiment.ceiling().orElseThrow().poolLimit(151)).isEqualTo(60);
        assertThat(experiment.budget()).isEqualTo(Duration.ofMinutes(5));
        assertThat(experiment.database().orElseThrow().password()).contains(new Secret("hush"));
    }

    @Test
    void secrets_are_in_neither_the_kept_text_nor_any_description() {
        String text = SOUND.replace("${DB_PASSWORD}", "hunter2");
        ExperimentFile file = read(text);
        assertThat(file.text()).doesNotContain("hunter2").contains("password: \"******\"");
        assertThat(file.experiment().toString()).doesNotContain("hunter2");
        assertThat(read(SOUND).text()).contains("${DB_PASSWORD}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    pool: 2..100           | pool: 100..2            | line 16: tune.pool must be a range such as 2..100 of whole numbers, the lower one first, but is 100..2
                    pool: 2..100           | pool: .nan              | line 16: tune.pool must be a range such as 2..100 of whole numbers, the lower one first, but is ".nan"
                    pool: 2..100           | pool: 0..5              | line 16: tune.pool must be a range within 1..10000, but is 0..5
                    pool: 2..100           | pools: 2..100           | line 16: tune.pools is not a known key; did you mean "pool"?
                    users: 100             | users: NaN              | line 10: load.users must be a whole number from 1 to 100000, but is "NaN"
                    users: 100             | users: -1               | line 10: load.users must be a whole number from 1 to 100000, but is -1
                    think: 0s              | think: 5                | line 11: load.think must be a duration with its unit, such as 50ms, 3s, 5m or 1h, but is "5"
                    p99: 500ms             | p99: 500sec             | line 23: goal.p99 must be a duration with its unit, such as 50ms, 3s, 5m or 1h, but is "500sec"
                    errors: 0%             | margin: 3%              | line 22: goal.margin belongs to throughput: max; remove it, or set throughput: max
                    errors: 0%             | margin: 50%             | line 22: goal.margin must be a share from 0.5% to 30%, such as 3%, but is 50%
                    errors: 0%             | errors: 120%            | line 22: goal.errors must be a share from 0% to 100%, such as 0.5% or 0.8, but is 120%
                    ">= 150/s"             | ">= 150"                | line 21: goal.throughput must be ">= 150/s" (a rate greater than 0) or max, but is ">= 150"
                    connection-timeout: 3s | connection-timeout: 3ms | line 19: fixed.connection-timeout must be from 250ms to 24h 0m, but is 3ms
                    think: 0s              | rate: 200/s             | line 11: load.rate contradicts load.users in line 10; keep one of users, rate, stages and ramp-until
                    budget: 5m             | budget: 5m5             | line 27: budget must be a duration with its unit, such as 50ms, 3s, 5m or 1h, but is "5m5"
                    http://127.0.0.1:8080/stocks | http://example.org/stocks | line 13: load.requests[0].get sends load to the host example.org, which is not this machine; name it under load.allow-hosts if it may be put under load
                    ${DB_PASSWORD}         | ${OTHER}                | line 8: database.password needs the environment variable OTHER, which is not set; export it first
                    connection-timeout: 3s | pool: 7                 | line 19: fixed.pool is tuned as well (tune.pool); keep one
                    attach: {port: 8080}   | attach: {port: 99999}   | line 3: service.attach.port must be a whole number from 1 to 65535, but is 99999
                    jdbc:mariadb:          | jdbc:oracle:            | line 6: database.url must be jdbc:DIALECT://HOST:PORT/NAME with one of mysql, mariadb, postgresql, but has another form
                    """)
    void a_fault_is_told_with_line_field_bound_and_value(String from, String to, String problem) {
        assertThat(SOUND).contains(from);
        assertThat(problems(SOUND.replace(from, to))).containsExactly(problem);
    }

    @Test
    void all_problems_are_told_at_once_in_the_order_of_their_lines() {
        assertThat(problems(SOUND.replace("users: 100", "users: many")
                        .replace("pool: 2..100", "pool: 9..3")
                        .replace("p99: 500ms", "p99: fast")
                        .replace("budget: 5m", "bugdet: 5m")))
                .hasSize(4)
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("line 10: load.users "),
                        second -> assertThat(second).startsWith("line 16: tune.pool "),
                        third -> assertThat(third).startsWith("line 23: goal.p99 "),
                        fourth -> assertThat(fourth)
                                .isEqualTo("line 27: bugdet is not a known key; did you mean \"budget\"?"));
    }

    @Test
    void precision_and_stop_are_read_with_their_units() {
        Experiment experiment = read(SOUND.replace("budget: 5m", """
                        budget: 5m
                        precision: 3%
                        stop: {p99: 2s, errors: 5%, acquire: 800ms, pending: 50, timeouts: 2/s, for: 2500ms}""")).experiment();

        assertThat(experiment.precision()).contains(new dev.poolfit.units.Share(0.03));
        assertThat(experiment.stop())
                .contains(new Stop(
                        Map.of(
                                Stop.Figure.P99, 2000.0,
                                Stop.Figure.ERRORS, 0.05,
                                Stop.Figure.ACQUIRE, 800.0,
                                Stop.Figure.PENDING, 50.0,
                                Stop.Figure.TIMEOUTS, 2.0),
                        Duration.ofSeconds(3)));
        assertThat(experiment.stop().orElseThrow())
                .hasToString(
                        "p99 above 2s or errors above 5% or acquire above 800ms or pending above 50 or timeouts above"
                                + " 2/s, over 3s");
        assertThat(read(SOUND).experiment().stop()).isEmpty();
        assertThat(read(SOUND).experiment().precision()).isEmpty();
    }

    @Test
    void faults_in_precision_and_stop_are_told_together() {
        assertThat(problems(SOUND.replace(
                        "budget: 5m",
                        "budget: 5m\nprecision: 0%\nstop: {p99: fast, errror: 5%, for: 1s, pending: -1}")))
                .satisfiesExactlyInAnyOrder(
                        each -> assertThat(each)
                                .isEqualTo(
                                        "line 28: precision must be a share from 0.5% to 50%, such as 3%, but is 0%"),
                        each -> assertThat(each).startsWith("line 29: stop.p99 must be a duration with its unit"),
                        each -> assertThat(each)
                                .isEqualTo("line 29: stop.pending must be a whole number from 0 to 1000000, but is -1"),
                        each -> assertThat(each).isEqualTo("line 29: stop.for must be from 2s to 10m, but is 1s"),
                        each -> assertThat(each)
                                .isEqualTo("line 29: stop.errror is not a known key; did you mean \"errors\"?"));
        assertThat(problems(SOUND.replace("budget: 5m", "budget: 5m\nstop: {for: 5s}")))
                .singleElement()
                .asString()
                .startsWith("line 28: stop.p99 is missing; name what ends a trial");
    }

    @Test
    void a_goal_without_load_is_refused() {
        String without = SOUND.replaceAll("(?s)load:.*?tune:", "tune:");
        assertThat(problems(without)).anyMatch(problem -> problem.contains("load is missing"));
    }

    @Test
    void a_missing_service_is_refused() {
        String without = SOUND.replaceAll("(?s)service:.*?database:", "database:");
        assertThat(problems(without)).anyMatch(problem -> problem.contains("service is missing"));
    }

    @Test
    void a_pool_above_a_known_ceiling_is_refused() {
        assertThat(problems(SOUND.replace("  share: 0.8", "  share: 0.8\n  max-connections: 20")
                        .replace("pool: 2..100", "pool: 10..100")))
                .containsExactly("line 16: tune.pool must be at most 8, the ceiling (max_connections × share ÷"
                        + " instances), but is 10");
    }

    @Test
    void a_goal_above_the_offered_rate_is_refused() {
        assertThat(problems(SOUND.replace("users: 100", "rate: 100/s").replace("  think: 0s\n", "")))
                .containsExactly("line 20: goal.throughput must be at most load.rate, 100/s, for no more can be served"
                        + " than arrives, but is 150/s");
    }

    @Test
    void a_host_that_the_file_names_may_be_put_under_load() {
        String allowed = SOUND.replace("http://127.0.0.1:8080/stocks", "http://staging.example.org/stocks")
                .replace("  think: 0s", "  allow-hosts: [staging.example.org]");
        assertThat(read(allowed).experiment().load().allowedHosts()).containsExactly("staging.example.org");
    }

    @Test
    void broken_yaml_is_told_with_its_line() {
        assertThat(problems("name: [a\nservice: x")).singleElement().asString().contains("is not YAML");
        assertThat(problems("")).containsExactly("the file is empty");
    }

    @Test
    void stages_are_read() {
        String staged = SOUND.replace("  users: 100\n", "  stages: [{for: 20s, users: 10}, {for: 30s, users: 100}]\n");
        assertThat(read(staged).experiment().load().shape())
                .isEqualTo(new Load.Stages(List.of(
                        new Load.Stage(Duration.ofSeconds(20), 10), new Load.Stage(Duration.ofSeconds(30), 100))));
    }

    @Test
    void a_key_given_twice_is_refused() {
        assertThat(problems(SOUND + "budget: 6m\n"))
                .containsExactly("line 28: budget is given twice, first in line 27; keep one");
    }
}
