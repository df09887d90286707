package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.app.Program.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The demo starts everything, answers, and leaves only its report. */
class DemoIT {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"stock, mariadb", "board, postgres"})
    void a_study_ends_with_a_verdict_and_leaves_nothing_but_its_folder(String study, String database) throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Result demo = Program.run(
                folder,
                Map.of("POOLFIT_JAVA_OPTS", "-Djava.io.tmpdir=" + temporary),
                "demo",
                "--study",
                study,
                "--database",
                database,
                "--budget",
                "40s",
                "--out",
                "demo",
                "--format",
                "json");
        assertThat(demo.exitCode()).as(demo.toString()).isIn(0, 1);
        JsonNode result = new JsonMapper().readTree(demo.out());
        assertThat(result.required("outcome").asString()).isIn("recommended", "inconclusive", "unreachable");
        assertThat(result.required("trials").size()).isGreaterThan(2);
        assertThat(result.required("baseline").at("/throughput/mean").asDouble())
                .isPositive();
        assertThat(folder.resolve("demo").resolve("report.html")).isNotEmptyFile();
        assertThat(ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse(""))
                        .filter(line -> line.contains(temporary.toString()))
                        .filter(line -> !line.contains("java")))
                .isEmpty();
        try (var left = Files.list(temporary)) {
            assertThat(left.filter(each -> !each.getFileName().toString().startsWith("hsperfdata")))
                    .isEmpty();
        }
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
