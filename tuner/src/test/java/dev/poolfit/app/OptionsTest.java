package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.RunFolder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with the options of a command is told at once, before anything is looked at. */
class OptionsTest {
    @TempDir
    Path folder;

    private static List<Problem> problems(String... arguments) {
        var line = Main.commandLine(picocli.CommandLine.defaultFactory()).parseArgs(arguments);
        var command = (Callable<?>) line.subcommand().commandSpec().userObject();
        return org.assertj.core.api.Assertions.catchThrowableOfType(InvalidExperiment.class, command::call)
                .problems();
    }

    private static List<String> fields(String... arguments) {
        return problems(arguments).stream().map(Problem::field).toList();
    }

    @Test
    void all_wrong_options_of_a_service_without_a_file_are_told_together() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));

        assertThat(fields("tune", "--port", "80800", "--budget", "soon", "--out", file.toString(), "--web", "70000"))
                .containsExactlyInAnyOrder("--port", "--budget", "--out", "--web");
        assertThat(fields(
                        "tune", "--port", "8080", "--budget", "5x", "--pool", "9..1", "--p99", "fast", "--users", "0"))
                .contains("--budget", "--pool", "--p99", "--users");
        assertThat(fields("init", "--port", "8080", "--out", folder.toString(), "--errors", "many", "--rate", "x"))
                .containsExactlyInAnyOrder("--out", "--errors", "--rate");
        assertThat(fields("diagnose", "--for", "1s", "--out", file.toString()))
                .containsExactlyInAnyOrder("--for", "--out", "FILE");
        assertThat(fields("demo", "--fixed", "--budget", "1s", "--out", file.toString()))
                .containsExactlyInAnyOrder("--fixed", "--budget", "--out");
    }

    /** A file that the options stand for lies elsewhere: in runs, or where --out says. */
    @Test
    void a_script_is_looked_for_from_here() throws Exception {
        Path script = Files.writeString(folder.resolve("shop.js"), "export default function () {}");
        Path here = Path.of("").toAbsolutePath().relativize(script.toAbsolutePath());

        assertThat(problems("tune", "--port", "8080", "--budget", "x", "--k6", here.toString()))
                .extracting(Problem::field)
                .containsExactly("--budget");
        assertThat(problems(
                        "init",
                        "--port",
                        "8080",
                        "--budget",
                        "x",
                        "--k6",
                        here.toString(),
                        "--out",
                        folder.resolve("shop.yaml").toString()))
                .extracting(Problem::field)
                .containsExactly("--budget");
        assertThat(problems(
                        "tune",
                        "--port",
                        "8080",
                        "--k6",
                        here.resolveSibling("absent.js").toString()))
                .extracting(Problem::field)
                .containsExactly("--k6");
    }

    @Test
    void what_is_wrong_with_the_file_is_told_beside_what_is_wrong_with_the_options() throws Exception {
        Path file = Files.writeString(folder.resolve("empty.yaml"), "name: shop\n");

        assertThat(fields("tune", file.toString(), "--budget", "soon"))
                .contains("--budget", "service", "load", "tune", "goal");
        assertThat(fields("diagnose", file.toString(), "--for", "1s")).contains("--for", "service", "load");
    }

    @Test
    void a_file_beside_a_service_is_refused_with_what_to_do() {
        assertThat(problems("tune", "shop.yaml", "--port", "8080"))
                .singleElement()
                .asString()
                .contains("must not be given together with", "--port", "leave it out");
    }

    @Test
    void a_folder_in_place_of_a_file_is_named_as_one() {
        assertThat(problems("tune", folder.toString()))
                .singleElement()
                .asString()
                .isEqualTo(folder + " must be an experiment file, but is a folder");
        Journal.begin(new RunFolder(folder), "name: shop");
        assertThat(problems("tune", folder.toString()))
                .singleElement()
                .asString()
                .endsWith("but is a folder; did you mean " + folder.resolve("experiment.yaml") + "?");
    }

    @Test
    void a_header_that_is_wrong_is_told_beside_the_other_options_and_its_text_is_not() throws Exception {
        assertThat(fields("init", "--port", "80800", "--header", "Bearer hunter2"))
                .containsExactlyInAnyOrder("--port", "--header");
        assertThat(problems("init", "--port", "8080", "--header", "Bearer hunter2")
                        .toString())
                .doesNotContain("hunter2");
        assertThat(fields("init", "--port", "8080", "--k6", "shop.js", "--header", "Cookie: a=b"))
                .contains("the load");
        for (String[] slip : new String[][] {
            {"init", "--port", "8080", "--header", "Authorization:", "Bearer", "hunter2"},
            {"init", "--port", "8080", "--heder", "Authorization: Bearer hunter2"},
            {"tune", "--port", "8080", "--heder=Authorization: Bearer hunter2"}
        }) {
            var told = new StringWriter();
            int exit = Main.commandLine(picocli.CommandLine.defaultFactory())
                    .setErr(new PrintWriter(told, true))
                    .execute(slip);

            assertThat(exit).isEqualTo(Main.BAD_INPUT);
            assertThat(told.toString()).contains("--header").doesNotContain("hunter2");
        }
    }

    @Test
    void a_header_for_a_collector_is_named_and_its_value_is_not() {
        assertThat(WebOption.headers("Authorization=Bearer%20a+b, X-Team=shop,,x"))
                .isEqualTo(java.util.Map.of("Authorization", "Bearer a+b", "X-Team", "shop"));
        for (String wrong : List.of("X-Token=hunter2%zz", "X-Token=%2", "X-Token=hunter2%")) {
            assertThatThrownBy(() -> WebOption.headers(wrong))
                    .hasMessage("X-Token")
                    .hasNoCause();
        }
        assertThatThrownBy(() -> WebOption.headers("Bearer hunter2=%"))
                .hasMessageNotContaining("hunter2")
                .hasNoCause();
    }

    @Test
    void beside_a_file_which_names_the_database_itself_no_host_of_it_is_taken() throws Exception {
        String file = Files.createFile(folder.resolve("shop.yaml")).toString();

        assertThat(fields("diagnose", file, "--database-host", "db.example")).containsExactly("--database-host");
        assertThat(problems("tune", file, "--database-host", "db.example"))
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("options that stand for a file");
    }
}
