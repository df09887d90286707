package dev.poolfit.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
    void the_schema_knows_every_knob() throws IOException {
        String schema = Files.readString(DOCS.resolve("experiment.schema.json"));
        for (Knob knob : Knob.values()) {
            assertThat(schema).contains("\"" + knob.key() + "\"").contains(knob.property());
        }
    }
}
