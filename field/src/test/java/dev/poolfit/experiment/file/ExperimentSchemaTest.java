package dev.poolfit.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.poolfit.experiment.Knob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The published schema and the reader agree: what ships is sound to both, what is wrong is wrong to both. */
class ExperimentSchemaTest {
    private static final Path DOCS = Path.of("..", "docs");

    private static Schema schema() throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(DOCS.resolve("experiment.schema.json")), InputFormat.JSON);
    }

    static Stream<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", "examples"))) {
            return files.filter(each -> each.toString().endsWith(".yaml")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void an_example_is_sound_to_schema_and_reader(Path example) throws IOException {
        assertThat(schema().validate(Files.readString(example), InputFormat.YAML))
                .isEmpty();
        var reader = new ExperimentReader(Map.of("DB_PASSWORD", "hush"));
        assertThat(reader.read(example).experiment().name()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(strings = {"guides", "ko/guides"})
    void the_file_that_the_guide_shows_is_sound_to_both(String guides) throws IOException {
        String page = Files.readString(DOCS.resolve(guides).resolve("experiment-file.md"));
        String file = page.split("```yaml\n", 2)[1].split("```", 2)[0];
        assertThat(schema().validate(file, InputFormat.YAML)).isEmpty();
        assertThat(new ExperimentReader(Map.of()).read(file, DOCS).experiment().name())
                .isEqualTo("experiment");
    }

    @Test
    void an_unknown_key_is_refused_by_the_schema_too() throws IOException {
        String wrong =
                Files.readString(Path.of("..", "examples", "attach.yaml")).replace("budget:", "bugdet:");
        assertThat(schema().validate(wrong, InputFormat.YAML)).isNotEmpty();
    }

    @Test
    void precision_and_stop_are_sound_to_the_schema_and_wrong_ones_are_wrong() throws IOException {
        String sound = Files.readString(Path.of("..", "examples", "attach.yaml"));
        String stop = sound + "\nprecision: 3%\nstop: {p99: 2s, errors: 5%, pending: 50, timeouts: 1/s, for: 10s}\n";

        assertThat(schema().validate(stop, InputFormat.YAML)).isEmpty();
        assertThat(schema().validate(stop.replace("errors: 5%", "eror: 5%"), InputFormat.YAML))
                .isNotEmpty();
        assertThat(schema().validate(stop.replace("precision: 3%", "precision: 3s"), InputFormat.YAML))
                .isNotEmpty();
    }

    @Test
    void an_earlier_table_is_sound_to_the_schema_and_a_row_without_rate_or_setting_is_not() throws IOException {
        String text = Files.readString(Path.of("..", "examples", "attach.yaml"))
                + "\nearlier: {title: by hand, rows: [{pool: 10, throughput: 82/s}]}\n";
        assertThat(schema().validate(text, InputFormat.YAML)).isEmpty();
        assertThat(schema().validate(text.replace("pool: 10, ", ""), InputFormat.YAML))
                .isNotEmpty();
        assertThat(schema().validate(text.replace(", throughput: 82/s", ""), InputFormat.YAML))
                .isNotEmpty();
    }

    @Test
    void a_ramp_needs_neither_tune_nor_goal_and_anything_else_both() throws IOException {
        String ramp = """
                service: {attach: {port: 8080}}
                load:
                  requests: [{get: "http://127.0.0.1:8080/stocks"}]
                  ramp-until: {rate: 500/s, over: 60s, errors: 1%, p99: 3s}
                """;
        assertThat(schema().validate(ramp, InputFormat.YAML)).isEmpty();
        assertThat(schema().validate(ramp + "goal: {throughput: max}\n", InputFormat.YAML))
                .isNotEmpty();
        assertThat(schema().validate(ramp + "tune: {pool: 2..9}\ngoal: {throughput: max}\n", InputFormat.YAML))
                .isEmpty();
        assertThat(schema().validate(ramp.replace("rate:", "rat:"), InputFormat.YAML))
                .isNotEmpty();
        assertThat(schema().validate(ramp.replace("ramp-until: {rate: 500/s", "users: 5 # "), InputFormat.YAML))
                .isNotEmpty();
    }

    @Test
    void values_of_every_knob_are_sound_to_the_schema_and_one_alone_is_not() throws IOException {
        String text = Files.readString(Path.of("..", "examples", "attach.yaml"));
        String tuned = text.replaceFirst("(?m)^tune:", """
                tune:
                  open-in-view: [true, false]
                  connection-timeout: [1s, 30s]
                  min-spare: 10..200
                  accept-count: [10, 100]""".stripIndent());
        assertThat(schema().validate(tuned, InputFormat.YAML)).isEmpty();
        assertThat(schema().validate(tuned.replace("[10, 100]", "[10]"), InputFormat.YAML))
                .isNotEmpty();
        assertThat(schema().validate(tuned.replace("[1s, 30s]", "1s..30s"), InputFormat.YAML))
                .isNotEmpty();
    }

    @Test
    void the_schema_knows_every_knob() throws IOException {
        String schema = Files.readString(DOCS.resolve("experiment.schema.json"));
        for (Knob knob : Knob.ALL) {
            assertThat(schema).contains("\"" + knob.key() + "\"").contains(knob.property());
        }
    }
}
