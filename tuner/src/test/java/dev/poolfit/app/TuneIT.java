package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.poolfit.app.Program.Result;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A service that somebody else started is tuned while it runs, and has its settings back whatever becomes of the tuner. */
class TuneIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    static Path folder;

    private static StockWorld world;

    @BeforeAll
    static void start() throws Exception {
        world = StockWorld.start(folder, Map.of());
    }

    @AfterAll
    static void stop() throws Exception {
        world.close();
    }

    private static Program tune(String name, String... more) throws Exception {
        var arguments =
                new java.util.ArrayList<>(List.of("tune", world.experiment(name).toString(), "--out", name));
        arguments.addAll(List.of(more));
        return Program.start(folder, world.secrets(), arguments.toArray(String[]::new));
    }

    private static void awaitChange(String name, int trials) {
        await().atMost(PATIENCE)
                .until(() -> StockWorld.trials(folder.resolve(name)).size() >= trials
                        && world.settings().pool().orElseThrow() != 5);
    }

    private static List<Path> notes() throws Exception {
        Path state = folder.resolve("state").resolve("poolfit");
        if (!Files.exists(state)) {
            return List.of();
        }
        try (var files = Files.list(state)) {
            return files.toList();
        }
    }

    @Test
    void check_reads_every_probe_and_changes_nothing() throws Exception {
        Settings before = world.settings();
        Result checked = Program.run(
                folder, world.secrets(), "check", world.experiment("checked").toString());
        assertThat(checked.exitCode()).as(checked.toString()).isZero();
        assertThat(checked.out()).contains("Ready to tune.").contains("Ceiling on the pool: 40");
        assertThat(world.settings()).isEqualTo(before);
    }

    @Test
    void tune_answers_and_puts_the_settings_back() throws Exception {
        Settings before = world.settings();
        Result tuned = tune("answered", "--format", "json").await();
        assertThat(tuned.exitCode()).as(tuned.toString()).isIn(0, 1);
        JsonNode result = new JsonMapper().readTree(tuned.out());
        assertThat(result.required("outcome").asString()).isIn("recommended", "inconclusive", "unreachable");
        assertThat(tuned.exitCode())
                .isEqualTo(result.required("outcome").asString().equals("recommended") ? 0 : 1);
        assertThat(result.at("/ceiling/poolLimit").asInt()).isEqualTo(40);
        assertThat(result.required("baseline").at("/settings/pool").asInt()).isEqualTo(5);
        if (tuned.exitCode() == 0) {
            JsonNode recommended = result.required("recommendation");
            assertThat(recommended.at("/settings/pool").asInt()).isBetween(5, 20);
            assertThat(recommended.at("/throughput/low").asDouble()).isGreaterThanOrEqualTo(200);
        }
        assertThat(world.settings()).isEqualTo(before);
        assertThat(notes()).isEmpty();
        Path run = folder.resolve("answered");
        assertThat(run.resolve("restore.json")).doesNotExist();
        for (String file :
                List.of("experiment.yaml", "trials.jsonl", "result.json", "report.html", "application-poolfit.yml")) {
            assertThat(run.resolve(file)).isNotEmptyFile().content().doesNotContain(world.database.password());
        }
        assertThat(tuned.err()).doesNotContain(world.database.password());

        String rendered = Files.readString(run.resolve("result.json"));
        Result reported = Program.run(folder, Map.of(), "report", "answered", "--format", "json");
        assertThat(new JsonMapper().readTree(reported.out()).required("recommendation"))
                .as(reported.toString())
                .isEqualTo(new JsonMapper().readTree(rendered).required("recommendation"));
    }

    @Test
    void ctrl_c_puts_the_settings_back_and_keeps_the_trials() throws Exception {
        Settings before = world.settings();
        try (Program program = tune("interrupted")) {
            awaitChange("interrupted", 1);
            program.signal("INT");
            Result interrupted = program.await();
            assertThat(interrupted.exitCode()).as(interrupted.toString()).isEqualTo(130);
            assertThat(interrupted.err()).contains("Interrupted").doesNotContain("Exception");
        }
        assertThat(world.settings()).isEqualTo(before);
        assertThat(StockWorld.trials(folder.resolve("interrupted"))).hasSizeGreaterThanOrEqualTo(1);
        assertThat(notes()).isEmpty();
    }

    @Test
    void a_killed_tuner_is_undone_by_restore_and_resumed_from_its_journal() throws Exception {
        Settings before = world.settings();
        try (Program program = tune("killed")) {
            awaitChange("killed", 1);
            program.signal("KILL");
            program.await();
        }
        assertThat(world.settings().get(Knob.POOL))
                .as("the kill left it changed")
                .isNotEqualTo(5);
        List<String> kept = StockWorld.trials(folder.resolve("killed"));

        Result restored = Program.run(folder, Map.of(), "restore", "killed");
        assertThat(restored.exitCode()).as(restored.toString()).isZero();
        assertThat(world.settings()).isEqualTo(before);
        assertThat(Program.run(folder, Map.of(), "restore").out()).contains("Nothing to put back");

        try (Program program = tune("killed", "--resume")) {
            Result resumed = program.await();
            assertThat(resumed.exitCode()).as(resumed.toString()).isIn(0, 1);
        }
        assertThat(StockWorld.trials(folder.resolve("killed"))).startsWith(kept.toArray(String[]::new));
        assertThat(world.settings()).isEqualTo(before);
    }

    @Test
    void the_next_tune_undoes_what_a_killed_one_left() throws Exception {
        Settings before = world.settings();
        try (Program program = tune("left")) {
            awaitChange("left", 2);
            program.signal("KILL");
            program.await();
        }
        try (Program next = tune("next")) {
            await().atMost(PATIENCE)
                    .until(() -> !StockWorld.trials(folder.resolve("next")).isEmpty());
            next.signal("INT");
            assertThat(next.await().err()).contains("The killed run in");
        }
        assertThat(StockWorld.trials(folder.resolve("next")).get(0)).contains("\"settings\":{\"pool\":5,");
        assertThat(world.settings()).isEqualTo(before);
        assertThat(notes()).isEmpty();
    }

    @Test
    void the_machine_of_somebody_else_is_not_put_under_load() throws Exception {
        Path file = world.experiment("elsewhere");
        Files.writeString(file, Files.readString(file).replace("get: http://127.0.0.1", "get: http://192.0.2.1"));
        Result refused = Program.run(folder, world.secrets(), "tune", file.toString());
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("load.allow-hosts");
    }
}
