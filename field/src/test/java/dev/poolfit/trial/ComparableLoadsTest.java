package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Experiment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Under which loads settings take turns: where throughput follows them. */
class ComparableLoadsTest {
    private static final String REQUESTS = "\n  requests:\n    - get: http://127.0.0.1:8080/items";

    /** @param load as a file has it, with {@code ;} for a line's end */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "users: 10                                          | throughput: max         | true  | true",
                "users: 10                                          | throughput: \">= 100/s\"      | true  | true",
                "users: 10                                          | throughput: \">= 100/s\";  p99: 1s | false | false",
                "users: 10                                          | throughput: max;  p99: 1s    | true  | true",
                "stages: [{for: 10s, users: 5}, {for: 60s, users: 10}] | throughput: max      | true  | false",
                "stages: [{for: 10s, users: 5}, {for: 60s, users: 10}] | throughput: \">= 100/s\"   | false | false",
                "rate: 50/s                                         | throughput: \">= 40/s\"       | false | false",
            })
    void settings_take_turns_where_throughput_follows_them(String load, String goal, boolean within, boolean resized) {
        Experiment experiment = Experiments.read(Experiments.SOUND
                        .replace(
                                "users: 10\n  requests:\n    - get: http://127.0.0.1:8080/items",
                                load.strip() + REQUESTS)
                        .replace("throughput: max", goal.strip().replace(";  ", "\n  ")))
                .experiment();

        assertThat(experiment.goal().comparable(experiment.load(), true))
                .as("within the pool")
                .isEqualTo(within);
        assertThat(experiment.goal().comparable(experiment.load(), false))
                .as("by resizing")
                .isEqualTo(resized);
    }
}
