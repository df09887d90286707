package dev.poolfit.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Problem;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A ramp until the service breaks names its top, its length and its limits, and nothing that steady load needs. */
class RampReaderTest {
    private static String text(String ramp, String rest) {
        return """
                service: {attach: {port: 8080}}
                load:
                  requests: [{get: "http://127.0.0.1:8080/stocks"}]
                  ramp-until: %s
                budget: 5m
                """.formatted(ramp) + rest;
    }

    private static Experiment read(String text) {
        return new ExperimentReader(Map.of())
                .read(text, Path.of("/experiments"))
                .experiment();
    }

    private static List<String> problems(String text) {
        var invalid = catchThrowableOfType(InvalidExperiment.class, () -> read(text));
        assertThat(invalid).as("the file is refused").isNotNull();
        return invalid.problems().stream().map(Problem::toString).toList();
    }

    @Test
    void without_tune_and_goal_the_breaking_rate_is_measured() {
        Experiment experiment = read(text("{rate: 500/s, over: 60s, errors: 2%, p99: 3s}", ""));
        assertThat(experiment.load().ramp())
                .contains(new Load.Ramp(
                        Optional.of(new Rate(500)),
                        0,
                        Duration.ofSeconds(60),
                        new Share(0.02),
                        Optional.of(Duration.ofSeconds(3))));
        assertThat(experiment.load().closed()).isFalse();
        assertThat(experiment.space().knobs()).isEmpty();
        assertThat(experiment.goal()).isEqualTo(Goal.HIGHEST);
    }

    @Test
    void a_ramp_of_users_is_closed_load_and_breaks_at_one_percent_errors_unless_told_otherwise() {
        Load load = read(text("{users: 300, over: 30s}", "tune: {pool: 2..50}\ngoal: {throughput: max}\n"))
                .load();
        assertThat(load.closed()).isTrue();
        assertThat(load.peakUsers()).isEqualTo(300);
        assertThat(load.ramp().orElseThrow().errors()).isEqualTo(new Share(0.01));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            {over: 60s}                              | line 4: load.ramp-until.rate is missing; name the top, which must break the service: rate: 500/s or users: 500
            {rate: 500/s}                            | line 4: load.ramp-until.over is missing; say how long the ramp takes, such as 60s
            {rate: 500/s, users: 9, over: 60s}       | line 4: load.ramp-until.users contradicts load.ramp-until.rate in line 4; keep rate (open load) or users (closed load)
            {rate: 500, over: 60s}                   | line 4: load.ramp-until.rate must be a rate such as 150/s or 9000/min, greater than 0, but is "500"
            {users: 0, over: 60s}                    | line 4: load.ramp-until.users must be a whole number from 1 to 100000, but is 0
            {rate: 500/s, over: 5s}                  | line 4: load.ramp-until.over must be from 10s to 1h 0m, but is 5s
            {rate: 500/s, over: 60s, errors: 100%}   | line 4: load.ramp-until.errors must be less than 100%, such as 1%, but is 100%
            {rate: 500/s, over: 60s, p99: 0s}        | line 4: load.ramp-until.p99 must be from 1ms to 10m, but is 0s
            {rate: 500/s, over: 60s, p95: 1s}        | line 4: load.ramp-until.p95 is not a known key; did you mean "p99"?
            500/s                                    | line 4: load.ramp-until must be a mapping of keys, but is "500/s"
            """)
    void a_fault_is_told_with_line_field_bound_and_value(String ramp, String problem) {
        assertThat(problems(text(ramp, ""))).contains(problem);
    }

    @Test
    void what_steady_load_needs_is_refused() {
        assertThat(problems(text(
                                "{rate: 500/s, over: 60s}",
                                "tune: {pool: 2..50}\ngoal: {throughput: \">= 600/s\", errors: 0%, p99: 1s}\n"
                                        + "precision: 3%\nstop: {errors: 5%}\n")
                        .replace("requests:", "think: 1s\n  requests:")))
                .containsExactly(
                        "line 3: load.think contradicts load.ramp-until in line 5: open load has no users who could"
                                + " think; remove it",
                        "line 8: goal.errors is a limit of the ramp itself; say it as load.ramp-until.errors",
                        "line 8: goal.p99 is a limit of the ramp itself; say it as load.ramp-until.p99",
                        "line 8: goal.throughput must be at most load.ramp-until.rate, 500/s, but is 600/s",
                        "line 9: precision says nothing of a ramp, which ends where it breaks (load.ramp-until);"
                                + " remove it",
                        "line 10: stop says nothing of a ramp, which ends where it breaks (load.ramp-until); remove"
                                + " it");
    }

    @Test
    void a_goal_without_anything_to_tune_is_refused() {
        assertThat(problems(text("{rate: 500/s, over: 60s}", "goal: {throughput: max}\n")))
                .containsExactly("line 6: goal needs something to tune; name it under tune, or remove the goal and have"
                        + " the breaking rate measured");
    }

    @Test
    void another_shape_beside_the_ramp_is_refused() {
        assertThat(problems(text("{rate: 500/s, over: 60s}", "").replace("requests:", "users: 5\n  requests:")))
                .containsExactly("line 5: load.ramp-until contradicts load.users in line 3; keep one of users, rate,"
                        + " stages and ramp-until");
    }
}
