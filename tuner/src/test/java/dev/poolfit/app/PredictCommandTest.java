package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.model.fit.Assumptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command from its arguments to its streams and exit code, with a fit that can be checked by hand. */
class PredictCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<Assumptions> assumed = new ArrayList<>();

    @TempDir
    private Path folder;

    private Path results;

    @BeforeEach
    void results() throws Exception {
        results = Files.writeString(folder.resolve("results.csv"), """
                pool,threads,throughput,mean_ms,hue
                10,100,40,250,red
                20,100,80,250,red
                """);
    }

    private int run(String... arguments) {
        var factory = new CommandLine.IFactory() {
            @Override
            public <K> K create(Class<K> type) throws Exception {
                return type == PredictCommand.class
                        ? type.cast(new PredictCommand((observations, assumptions) -> {
                            assumed.add(assumptions);
                            return new ProportionalFit(observations, assumptions);
                        }))
                        : CommandLine.defaultFactory().create(type);
            }
        };
        return Main.commandLine(factory)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    void a_table_of_predictions_comes_with_the_fit_and_its_warnings() {
        int exit = run("predict", "--results", results.toString(), "--at", "pool=15,200", "--assume", "users=150");

        assertThat(err.toString()).isEmpty();
        assertThat(exit).isEqualTo(Main.DONE);
        assertThat(out.toString().lines())
                .startsWith(
                        "pool  rate/s         95 %  mean ms  p99 ms  errors  limit",
                        "  15    60.0    60.0–60.0    250.0   500.0     0 %  hold time",
                        " 200   800.0  800.0–800.0    250.0   500.0     0 %  hold time  *")
                .contains(
                        "hold time  h  250 ms        fitted",
                        "  holds  observations: There are 2.",
                        "  - Columns that are not known are passed over: \"hue\".",
                        "  - Users are assumed.");
        assertThat(assumed)
                .singleElement()
                .satisfies(each -> assertThat(each.users()).hasValue(150));
    }

    @Test
    void json_stands_alone_on_standard_output() {
        int exit = run(
                "predict",
                "--results=" + results,
                "--at=pool=15,20",
                "--at=threads=50,100",
                "--what-if=hold=-50ms",
                "--format=JSON");
        JsonNode json = JsonMapper.builder().build().readTree(out.toString());

        assertThat(exit).isEqualTo(Main.DONE);
        assertThat(err.toString()).isEmpty();
        assertThat(json.path("predictions").size()).isEqualTo(4);
        assertThat(json.at("/predictions/1/settings").toString()).isEqualTo("{\"pool\":15,\"threads\":100}");
        assertThat(json.at("/predictions/1/throughput/mean").asDouble()).isEqualTo(75);
        assertThat(json.path("warnings").toString())
                .contains("The predictions suppose hold=-50ms.", "Users are unknown.");
    }

    @Test
    void csv_stands_alone_on_standard_output_and_can_be_read_again() throws Exception {
        run("predict", "--results", results.toString(), "--at", "pool=15,20", "--format", "csv");

        assertThat(out.toString().lines().map(line -> line.split(",")[0])).containsExactly("pool", "15", "20");
        assertThat(err.toString()).contains("\"hue\"", "Users are unknown.");
        Path again = Files.writeString(folder.resolve("again.csv"), out.toString());
        out.getBuffer().setLength(0);
        assertThat(run("predict", "--results", again.toString(), "--at", "pool=30", "--format", "csv"))
                .isEqualTo(Main.DONE);
        assertThat(out.toString()).contains("30,,,120,120,120,250,");
    }

    @Test
    void everything_wrong_with_options_and_file_is_told_at_once() {
        int exit = run(
                "predict",
                "--results",
                folder.resolve("none.csv").toString(),
                "--at",
                "pool=0",
                "--assume",
                "core=4",
                "--what-if",
                "hold=250ms",
                "--format",
                "xml");

        assertThat(exit).isEqualTo(Main.BAD_INPUT);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .contains(
                        "--at pool must be",
                        "--assume does not know \"core\"",
                        "--what-if hold must be",
                        "--format must be table, json or csv, but is \"xml\"",
                        "none.csv does not exist; check the path",
                        "What to do: see poolfit predict --help.")
                .doesNotContain("\tat ");
    }

    @Test
    void without_options_it_says_what_it_needs() {
        assertThat(run("predict")).isEqualTo(Main.BAD_INPUT);
        assertThat(err.toString()).contains("--at is missing; say", "--results is missing; name");
    }

    @Test
    void a_bad_file_alone_is_told_line_by_line() throws Exception {
        Files.writeString(results, "pool,throughput\n0,40\n10,fast\n");

        assertThat(run("predict", "--results", results.toString(), "--at", "pool=15"))
                .isEqualTo(Main.BAD_INPUT);
        assertThat(err.toString().lines())
                .hasSize(2)
                .anyMatch(line -> line.contains("results.csv: line 2: pool (column 1) must be a whole number"))
                .anyMatch(line -> line.contains("results.csv: line 3: throughput (column 2) must be a rate"));
    }

    @Test
    void a_change_that_leaves_nothing_is_bad_input() {
        assertThat(run("predict", "--results", results.toString(), "--at", "pool=15", "--what-if", "hold=-1s"))
                .isEqualTo(Main.BAD_INPUT);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .startsWith("--what-if hold=-1s must be a change that leaves some hold time, but is -750.0 ms");
    }

    @Test
    void the_help_names_every_option() {
        assertThat(run("predict", "--help")).isEqualTo(Main.DONE);
        assertThat(out.toString()).contains("--results", "--at", "--assume", "--what-if", "--format", "hold=-250ms");
    }
}
