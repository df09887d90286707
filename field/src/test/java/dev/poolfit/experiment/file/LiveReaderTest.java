package dev.poolfit.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.LiveGuard;
import dev.poolfit.experiment.Problem;
import dev.poolfit.units.Share;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveReaderTest {
    private static final String SOUND = """
            service: {attach: {port: 8080}}
            load: live
            tune: {pool: 2..10}
            """;

    private static Experiment read(String text) {
        return new ExperimentReader(Map.of()).read(text, Path.of(".")).experiment();
    }

    private static String problems(String text) {
        InvalidExperiment invalid = catchThrowableOfType(InvalidExperiment.class, () -> read(text));
        return String.join(
                "\n", invalid.problems().stream().map(Problem::toString).toList());
    }

    @Test
    void live_load_needs_neither_goal_nor_guard() {
        Experiment experiment = read(SOUND);
        assertThat(experiment.load().guard()).contains(LiveGuard.USUAL);
        assertThat(experiment.budget()).isEqualTo(Duration.ofHours(1));
        assertThat(experiment.goal().maximal()).isTrue();
    }

    @Test
    void each_guard_is_read() {
        assertThat(read(SOUND + "guard: {wait: 20ms, pending: 7, errors: 1%, timeouts: 2, cost: 10s}\n")
                        .load()
                        .guard())
                .contains(new LiveGuard(Duration.ofMillis(20), 7, new Share(0.01), 2, Duration.ofSeconds(10)));
    }

    @Test
    void wrong_guards_are_told_at_once_with_field_bound_and_value() {
        assertThat(problems(SOUND + "guard: {wait: 0ms, pending: 0, timeouts: -1, cost: 1ms, wiat: 3}\n"))
                .contains("guard.wait", "guard.pending", "guard.timeouts", "guard.cost", "guard.wiat", "did you mean");
    }

    @Test
    void what_needs_a_load_of_its_own_is_refused() {
        assertThat(problems(SOUND.replace("pool: 2..10", "pool: 2..10, threads: 2..9")
                        + "fixed: {connection-timeout: 1s}\nprecision: 3%\ngoal: {throughput: \">= 5/s\"}\n"))
                .contains("tune", "fixed", "precision", "goal");
    }

    @Test
    void a_service_that_poolfit_starts_has_no_traffic_of_its_own() {
        assertThat(problems(SOUND.replace("attach: {port: 8080}", "launch: java -jar shop.jar")))
                .contains("service", "must be one that runs already");
    }

    @Test
    void another_word_than_live_is_told_with_what_there_is() {
        assertThat(problems(SOUND.replace("load: live", "load: life"))).contains("load", "live", "\"life\"");
    }

    @Test
    void a_guard_is_for_live_load_alone() {
        assertThat(problems(SOUND.replace("load: live", "load: {users: 3, requests: [{get: \"http://127.0.0.1/\"}]}")
                        + "guard: {wait: 9ms}\n"))
                .contains("guard", "load: live");
    }
}
