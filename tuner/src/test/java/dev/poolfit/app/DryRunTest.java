package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.file.ExperimentReader;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The plan names the steps that a run of this experiment has, and no others. */
class DryRunTest {
    /** Without the ends of lines. */
    private static String flat(String text) {
        return text.replaceAll("\\s+", " ");
    }

    private static String plan(String tune, String goal) {
        String experiment = """
                name: shop
                service:
                  launch: exec java -jar shop.jar
                  ready: http://127.0.0.1:8080/actuator/health
                load:
                  users: 100
                  requests:
                    - get: http://127.0.0.1:8080/items
                tune:
                  %s
                goal:
                  throughput: %s
                """.formatted(tune, goal);
        return DryRun.of(
                new ExperimentReader(Map.of()).read(experiment, Path.of("")).experiment(), "One trial takes 7s.");
    }

    @Test
    void for_a_rate_a_model_of_the_trials_tells_what_to_try() {
        assertThat(flat(plan("pool: 2..60", "\">= 150/s\"")))
                .contains(
                        "3. Fit a queueing model to what was measured; try what it expects to be the smallest pool that meets"
                                + " the goal.",
                        "4. Repeat the answer, the step below and the settings found under one load in which they take turns",
                        "5. Put the settings found back.");
    }

    @Test
    void what_one_trial_takes_stands_below_the_budget() {
        assertThat(plan("pool: 2..60", "max").lines().map(String::strip).toList())
                .containsSubsequence("Budget      5m, seed 1", "One trial takes 7s.");
    }

    @Test
    void other_knobs_are_compared_at_the_answer() {
        assertThat(flat(plan("{pool: 2..60, open-in-view: [true, false]}", "max")))
                .contains(
                        "3. Switch settings under one load",
                        "5. At the answer, set each value of open-in-view",
                        "search again where that may change the answer",
                        "The service is restarted where a knob asks for it.",
                        "6. Put the settings found back.");
    }

    @Test
    void other_knobs_alone_are_compared_where_the_service_stands() {
        assertThat(plan("connection-timeout: [1s, 3s]", "max"))
                .contains("3. Set each value of connection-timeout", "4. Put the settings found back.")
                .doesNotContain("range", "step below", "search again", "restarted");
    }
}
