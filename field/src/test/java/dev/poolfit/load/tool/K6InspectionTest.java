package dev.poolfit.load.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.LoadEnd;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What k6 says of a script's scenarios tells where its load is over. */
class K6InspectionTest {
    private static Optional<LoadEnd> end(String... scenarios) {
        var text = new StringBuilder();
        for (int i = 0; i < scenarios.length; i++) {
            text.append(i == 0 ? "" : ",")
                    .append("\"s")
                    .append(i)
                    .append("\": {")
                    .append(scenarios[i])
                    .append("}");
        }
        return K6Inspection.read("{\"scenarios\": {" + text + "}}").end();
    }

    private static Optional<LoadEnd> iterations(long count, String latest) {
        return Optional.of(new LoadEnd(LoadEnd.Cause.ITERATIONS, count, Optional.of(Duration.parse(latest))));
    }

    @Test
    void iterations_end_it_at_a_time_that_nobody_knows() {
        assertThat(
                        end(
                                "\"executor\": \"shared-iterations\", \"vus\": 100, \"iterations\": 500, \"maxDuration\": \"30s\""))
                .isEqualTo(iterations(500, "PT30S"));
        assertThat(end("\"executor\": \"per-vu-iterations\", \"vus\": 5, \"iterations\": 20, \"startTime\": \"5s\","
                        + " \"maxDuration\": \"1m0s\""))
                .isEqualTo(iterations(100, "PT1M5S"));
        assertThat(
                        end(
                                "\"executor\": \"per-vu-iterations\", \"vus\": null, \"iterations\": null, \"maxDuration\": null"))
                .as("a script without options")
                .isEqualTo(iterations(1, "PT10M"));
    }

    @Test
    void a_duration_or_stages_end_it_after_their_time() {
        assertThat(end("\"executor\": \"constant-vus\", \"vus\": 10, \"duration\": \"3s\""))
                .contains(LoadEnd.after(Duration.ofSeconds(3)));
        assertThat(end("\"executor\": \"ramping-vus\", \"stages\": [{\"duration\": \"5s\", \"target\": 9},"
                        + " {\"duration\": \"1m30s\", \"target\": 0}]"))
                .contains(LoadEnd.after(Duration.ofSeconds(95)));
        assertThat(end("\"executor\": \"constant-arrival-rate\", \"duration\": \"2s\", \"startTime\": \"500ms\""))
                .contains(LoadEnd.after(Duration.ofMillis(2_500)));
    }

    @Test
    void it_is_over_when_the_last_scenario_is() {
        String iterations = "\"executor\": \"shared-iterations\", \"iterations\": 5";
        String time = "\"executor\": \"constant-vus\", \"duration\": \"20s\"";

        assertThat(end(iterations, iterations)).isEqualTo(iterations(10, "PT10M"));
        assertThat(end(iterations, time)).contains(LoadEnd.after(Duration.ofSeconds(20)));
        assertThat(end(time, "\"executor\": \"externally-controlled\", \"duration\": \"0s\""))
                .isEmpty();
        assertThat(end(time, "\"executor\": \"a-new-one\"")).isEmpty();
        assertThat(K6Inspection.read("{}").end()).isEmpty();
    }
}
