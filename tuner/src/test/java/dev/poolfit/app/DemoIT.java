package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.app.Program.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The demo starts everything, answers, and leaves only its report. */
class DemoIT {
    private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";
    /** As users start it. */
    private static final String ALL_COMPILERS = "-XX:TieredStopAtLevel=4";

    @TempDir
    Path folder;

    @Test
    void a_demo_ends_with_a_verdict_and_leaves_nothing_but_its_folder() throws Exception {
        Result demo;
        try (Program program = demo(ALL_COMPILERS, "stock", "mariadb", "--budget", "40s", "--format", "json")) {
            demo = program.await();
        }
        assertThat(demo.exitCode()).as(demo.toString()).isIn(0, 1);
        JsonNode result = new JsonMapper().readTree(demo.out());
        assertThat(result.required("outcome").asString()).isIn("recommended", "inconclusive", "unreachable");
        assertThat(result.required("trials").size()).isPositive();
        assertThat(result.required("baseline").at("/throughput/mean").asDouble())
                .isPositive();
        assertThat(folder.resolve("demo").resolve("report.html")).isNotEmptyFile();
        assertNothingLeft();
    }

    @Test
    void a_demo_that_is_interrupted_after_a_trial_leaves_nothing_but_its_folder_in_which_the_trial_is()
            throws Exception {
        Path run = folder.resolve("demo");
        try (Program program = demo(FIRST_COMPILER, "board", "postgres", "--budget", "75s")) {
            program.awaitThat(() -> !StockWorld.trials(run).isEmpty());
            assertThat(processes()).isNotEmpty();
            program.signal("INT");
            Result demo = program.await();
            assertThat(demo.exitCode()).as(demo.toString()).isEqualTo(130);
        }
        assertNothingLeft();
        JsonNode trial = new JsonMapper().readTree(StockWorld.trials(run).get(0));
        assertThat(trial.at("/throughput/mean").asDouble()).isPositive();
    }

    /** Whichever JVM the demo starts takes its compilers and its folder for temporary files from the environment. */
    private Program demo(String compilers, String study, String database, String... more) throws Exception {
        Files.createDirectory(temporary());
        var arguments = new ArrayList<>(List.of("demo", "--study", study, "--database", database, "--out", "demo"));
        arguments.addAll(List.of(more));
        String option = compilers + " -Djava.io.tmpdir=" + temporary();
        return Program.start(
                folder,
                Map.of("POOLFIT_JAVA_OPTS", option, "JAVA_TOOL_OPTIONS", option),
                arguments.toArray(String[]::new));
    }

    private Path temporary() {
        return folder.resolve("temporary");
    }

    private void assertNothingLeft() {
        assertThat(processes()).isEmpty();
        assertThat(temporary()).isEmptyDirectory();
    }

    /** Command lines of the database and of what stands on it. */
    private List<String> processes() {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(temporary().toString()))
                .toList();
    }

    @Test
    void a_study_without_a_query_to_mend_refuses_to_mend_it() throws Exception {
        Result demo = Program.run(folder, Map.of(), "demo", "--study", "board", "--fixed", "--out", "demo");

        assertThat(demo.exitCode()).as(demo.toString()).isEqualTo(2);
        assertThat(demo.err()).contains("--fixed", "the study is board", "--study solutions");
        assertThat(folder.resolve("demo")).doesNotExist();
    }

    @Test
    void advise_prints_the_rules_whose_inputs_are_given() throws Exception {
        Result advised = Program.run(
                folder,
                Map.of(),
                "advise",
                "--cores",
                "4",
                "--disks",
                "1",
                "--target",
                "150/s",
                "--hold",
                "50ms",
                "--format",
                "json");
        assertThat(advised.exitCode()).isZero();
        JsonNode rules = new JsonMapper().readTree(advised.out()).required("rules");
        assertThat(rules.valueStream().map(rule -> rule.required("name").asString() + "=" + rule.required("value")))
                .containsExactly("hikari-pool=9", "little-pool=8");
    }
}
