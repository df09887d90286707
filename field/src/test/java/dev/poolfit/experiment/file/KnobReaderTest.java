package dev.poolfit.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.IntRange;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every knob can be tuned: pool and threads over a range, the others over values; what makes no sense is told with its line. */
class KnobReaderTest {
    private static final String HEAD = """
            service: {launch: java -jar stock.jar, ready: "http://127.0.0.1:8080/actuator/health"}
            load: {users: 100, requests: [{get: "http://127.0.0.1:8080/stocks"}]}
            goal: {throughput: max}
            """;

    private static ExperimentFile read(String text) {
        return new ExperimentReader(Map.of()).read(text, Path.of("/experiments"));
    }

    private static List<String> problems(String text) {
        var invalid = catchThrowableOfType(InvalidExperiment.class, () -> read(text));
        assertThat(invalid).as("the file is refused").isNotNull();
        return invalid.problems().stream().map(Problem::toString).toList();
    }

    private static List<Settings> values(Knob knob, long... values) {
        return Arrays.stream(values)
                .mapToObj(value -> Settings.ofNumber(knob, value))
                .toList();
    }

    @Test
    void values_and_ranges_of_every_knob_are_read_as_they_are_meant() {
        SearchSpace space = read(HEAD + """
                tune:
                  pool: 2..50
                  minimum-idle: [0, 5]
                  min-spare: 10..200
                  connection-timeout: [1s, 250ms, 30s]
                  max-lifetime: [30s, 30m]
                  accept-count: [10, 100]
                  max-connections: [100, 8192]
                  open-in-view: [true, false]
                """).experiment().space();

        assertThat(space.ranges()).containsExactly(Map.entry(Knob.POOL, new IntRange(2, 50)));
        assertThat(space.choices())
                .containsEntry(Knob.MINIMUM_IDLE, values(Knob.MINIMUM_IDLE, 0, 5))
                .containsEntry(Knob.MIN_SPARE, values(Knob.MIN_SPARE, 10, 27, 74, 200))
                .containsEntry(Knob.CONNECTION_TIMEOUT, values(Knob.CONNECTION_TIMEOUT, 1000, 250, 30_000))
                .containsEntry(Knob.MAX_LIFETIME, values(Knob.MAX_LIFETIME, 30_000, 1_800_000))
                .containsEntry(Knob.ACCEPT_COUNT, values(Knob.ACCEPT_COUNT, 10, 100))
                .containsEntry(Knob.MAX_CONNECTIONS, values(Knob.MAX_CONNECTIONS, 100, 8192))
                .containsEntry(Knob.OPEN_IN_VIEW, values(Knob.OPEN_IN_VIEW, 1, 0));
        assertThat(space.text(Knob.CONNECTION_TIMEOUT)).isEqualTo("[1s, 250ms, 30s]");
    }

    @Test
    void a_short_range_has_each_of_its_values_once() {
        assertThat(read(HEAD + "tune: {minimum-idle: 0..2}")
                        .experiment()
                        .space()
                        .choices())
                .containsEntry(Knob.MINIMUM_IDLE, values(Knob.MINIMUM_IDLE, 0, 1, 2));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            min-spare: [10]                  | tune.min-spare must have two values or more, but has 1; what is to stay goes under fixed
            min-spare: []                    | tune.min-spare must have two values or more, but has 0; what is to stay goes under fixed
            min-spare: [10, 10]              | tune.min-spare must have different values, but names one twice
            min-spare: [1, 2, 3, 4, 5, 6, 7] | tune.min-spare must have at most 6 values, since each takes trials of its own, but has 7
            min-spare: [0, 10]               | tune.min-spare[0] must be a whole number from 1 to 1000000, but is 0
            min-spare: [10, many]            | tune.min-spare[1] must be a whole number from 1 to 1000000, but is "many"
            min-spare: [10, [20]]            | tune.min-spare[1] must be a single value, but is a list
            min-spare: 10                    | tune.min-spare must be a list such as [10, 50] or a range within 1..1000000, but is 10
            min-spare: 200..10               | tune.min-spare must be a range such as 2..100 of whole numbers, the lower one first, but is 200..10
            min-spare: {low: 10}             | tune.min-spare must be a single value, but is a mapping
            connection-timeout: 1s..30s      | tune.connection-timeout must be a list of values, such as [1s, 30s], but is "1s..30s"
            connection-timeout: [100ms, 1s]  | tune.connection-timeout[0] must be from 250ms to 24h 0m, but is 100ms
            max-lifetime: [10s, 1m]          | tune.max-lifetime[0] must be from 30s to 24h 0m, but is 10s
            open-in-view: true               | tune.open-in-view must be a list of values, such as [true, false], but is "true"
            open-in-view: [yes, no]          | tune.open-in-view[0] must be true or false, but is "yes"
            open-in-veiw: [true, false]      | tune.open-in-veiw is not a known key; did you mean "open-in-view"?
            """)
    void a_fault_is_told_with_line_field_bound_and_value(String entry, String problem) {
        assertThat(problems(HEAD + "tune:\n  pool: 2..50\n  " + entry)).contains("line 6: " + problem);
    }

    @Test
    void knobs_that_contradict_other_knobs_are_told_with_their_line() {
        assertThat(problems(HEAD + """
                tune:
                  pool: 2..50
                  threads: 4..100
                  minimum-idle: [5, 60]
                  min-spare: [10, 101]
                  open-in-view: [true, false]
                fixed:
                  open-in-view: true
                """))
                .containsExactly(
                        "line 7: tune.minimum-idle must be at most the largest pool, 50, but is 60",
                        "line 8: tune.min-spare must be at most the largest threads, 100, but is 101",
                        "line 11: fixed.open-in-view is tuned as well (tune.open-in-view); keep one");
    }

    @Test
    void a_knob_that_takes_a_restart_is_refused_where_poolfit_did_not_start_the_service() {
        String attached = HEAD.replace("launch: java -jar stock.jar", "attach: {port: 8080}");
        assertThat(problems(attached + "tune:\n  open-in-view: [true, false]\n  min-spare: [5, 10]\n"))
                .containsExactly("line 5: tune.open-in-view takes a restart of the service, which Poolfit restarts only"
                        + " if it started it; name service.launch, or restart it yourself with each value of"
                        + " spring.jpa.open-in-view and tune it anew");
    }
}
