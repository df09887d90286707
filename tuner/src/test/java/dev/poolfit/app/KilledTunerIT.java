package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.app.Program.Result;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.studies.EmbeddedDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A service has its settings back whatever becomes of the tuner. */
class KilledTunerIT {
    @TempDir
    static Path folder;

    private static EmbeddedDatabase database;
    private static StockWorld world;

    @BeforeAll
    static void start() throws Exception {
        database = StockWorld.database(folder);
        world = StockWorld.start(database, folder);
    }

    @AfterAll
    static void stop() throws Exception {
        try {
            world.close();
        } finally {
            database.close();
        }
    }

    @Test
    void a_killed_run_is_undone_by_restore_and_resumed_and_ctrl_c_puts_the_settings_back_and_no_trial_is_lost()
            throws Exception {
        Settings before = world.settings();
        Path run = folder.resolve("killed");
        try (Program program = world.tune("killed")) {
            program.killWhen(() -> !StockWorld.trials(run).isEmpty() && world.changed());
        }
        assertThat(world.settings().count(Knob.POOL))
                .as("the kill left it changed")
                .isNotEqualTo(5);
        List<String> kept = StockWorld.trials(run);

        Result restored = Program.run(folder, Map.of(), "restore", "killed");
        assertThat(restored.exitCode()).as(restored.toString()).isZero();
        assertThat(world.settings()).isEqualTo(before);
        assertThat(Program.run(folder, Map.of(), "restore").out()).contains("Nothing to put back");

        JsonNode reported = new JsonMapper()
                .readTree(Program.run(folder, Map.of(), "report", "killed", "--format", "json")
                        .out());
        assertThat(reported.required("totalSeconds").asDouble())
                .isGreaterThanOrEqualTo(reported.required("loadSeconds").asDouble());

        try (Program program = world.tune("killed", "--resume")) {
            program.awaitThat(() -> StockWorld.trials(run).size() > kept.size() && world.changed());
            program.signal("INT");
            Result interrupted = program.await();
            assertThat(interrupted.exitCode()).as(interrupted.toString()).isEqualTo(130);
            assertThat(interrupted.err())
                    .contains(
                            "Interrupted", " finished trials are kept in " + run + ", and --resume goes on from there.")
                    .doesNotContain("\tat ");
        }
        assertThat(world.settings()).isEqualTo(before);
        assertThat(world.notes()).isEmpty();
        List<String> more = StockWorld.trials(run);
        assertThat(more).startsWith(kept.toArray(String[]::new)).hasSizeGreaterThan(kept.size());
        assertThat(more)
                .filteredOn(trial -> trial.contains("\"baseline\""))
                .as("baselines, of which the first part of the run has one")
                .hasSize(1);

        String unfinished =
                Program.run(folder, Map.of(), "report", "killed").out().replaceAll("\\s+", " ");
        assertThat(unfinished).contains("This run did not reach its end");

        // The trials that there are have used up so short a budget.
        Result concluded = world.tune("killed", "--resume", "--budget", "10s").await();
        assertThat(concluded.exitCode()).as(concluded.toString()).isIn(0, 1);
        assertThat(StockWorld.trials(run)).isEqualTo(more);
        assertThat(world.settings()).isEqualTo(before);
        JsonNode whole = new JsonMapper().readTree(run.resolve("result.json"));
        assertThat(whole.required("totalSeconds").asDouble())
                .as("the time of all three parts")
                .isGreaterThanOrEqualTo(whole.required("loadSeconds").asDouble());
    }

    @Test
    void the_next_tune_undoes_what_a_killed_one_left() throws Exception {
        Settings before = world.settings();
        try (Program program = world.tune("left")) {
            program.killWhen(world::changed);
        }
        Path found = folder.resolve("next").resolve("notes.json");
        try (Program next = world.tune("next")) {
            next.awaitThat(() -> Files.exists(found));
            next.signal("INT");
            assertThat(next.await().err()).contains("The killed run in");
        }
        assertThat(new JsonMapper()
                        .readTree(Files.readString(found))
                        .at("/found/pool")
                        .asInt())
                .isEqualTo(5);
        assertThat(world.settings()).isEqualTo(before);
        assertThat(world.notes()).isEmpty();

        // What the folder holds goes out of the way, and the user knows where.
        Path displaced = folder.resolve("next").resolve("earlier-1").resolve("notes.json");
        try (Program again = world.tune("next")) {
            again.awaitThat(() -> Files.exists(displaced));
            again.signal("INT");
            assertThat(again.await().err())
                    .contains(folder.resolve("next") + " holds an earlier run; it is moved to earlier-1 there");
        }
        assertThat(world.settings()).isEqualTo(before);
    }
}
