package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.app.Program.Result;
import dev.poolfit.experiment.Settings;
import dev.poolfit.load.tool.Tools;
import dev.poolfit.studies.EmbeddedDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tuning with a k6 script and with a JMeter plan, from the launcher, on the real service. */
class ScriptIT {
    private static final Path EXAMPLES = Path.of("..", "examples");

    @TempDir
    static Path folder;

    private static EmbeddedDatabase database;
    private static StockWorld world;

    @BeforeAll
    static void start() throws Exception {
        Files.copy(EXAMPLES.resolve("shop.js"), folder.resolve("shop.js"));
        Files.copy(EXAMPLES.resolve("shop.jmx"), folder.resolve("shop.jmx"));
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

    /** The experiment of the built-in engine with another load. */
    private static Path experiment(String name, String load) throws Exception {
        Path file = world.experiment(name);
        String text = Files.readString(file);
        int from = text.indexOf("load:");
        Files.writeString(
                file, text.substring(0, from) + "load: " + load + "\n" + text.substring(text.indexOf("tune:")));
        return file;
    }

    private static String k6() throws Exception {
        return "{k6: {script: shop.js, command: %s, env: {PORT: %d}}, users: 20}".formatted(Tools.k6(), world.port);
    }

    private static void assertAnswers(String name, String load) throws Exception {
        Settings before = world.settings();
        Result tuned = Program.run(
                folder,
                world.secrets(),
                "tune",
                experiment(name, load).toString(),
                "--out",
                name,
                "--budget",
                "40s",
                "--format",
                "json");
        assertThat(tuned.exitCode()).as(tuned.toString()).isIn(0, 1);
        JsonNode result = new JsonMapper().readTree(tuned.out());
        assertThat(StockWorld.trials(folder.resolve(name))).isNotEmpty();
        assertThat(result.at("/baseline/settings/pool").asInt()).isEqualTo(5);
        // Seconds begin and end with requests that are in flight.
        assertThat(result.at("/baseline/throughput/mean").asDouble())
                .isPositive()
                .isLessThan(1.2 * 5 * 1e3 / StockWorld.HOLD_MS);
        assertThat(result.at("/baseline/p99Ms").asDouble()).isGreaterThanOrEqualTo(StockWorld.HOLD_MS);
        if (tuned.exitCode() == 0) {
            assertThat(result.at("/recommendation/settings/pool").asInt()).isBetween(5, 20);
        }
        assertThat(world.settings()).isEqualTo(before);
        Result reported = Program.run(folder, Map.of(), "report", name, "--format", "json");
        assertThat(reported.exitCode()).as(reported.toString()).isEqualTo(tuned.exitCode());
    }

    @Test
    void a_k6_script_tunes_the_service() throws Exception {
        assertAnswers("with-k6", k6());
    }

    @Test
    void a_jmeter_plan_tunes_the_service() throws Exception {
        assertAnswers(
                "with-jmeter",
                "{jmeter: {plan: shop.jmx, command: %s, properties: {port: %d}}, users: 20}"
                        .formatted(Tools.jmeter(), world.port));
    }

    @Test
    void check_tries_the_tool_and_its_script_without_load() throws Exception {
        Result sound = Program.run(
                folder, world.secrets(), "check", experiment("checked", k6()).toString());
        assertThat(sound.exitCode()).as(sound.toString()).isZero();
        assertThat(sound.out()).contains("Load generator: k6 v1.");

        Files.writeString(folder.resolve("broken.js"), "export default function () {\n  if (\n}\n");
        String broken = k6().replace("shop.js", "broken.js");
        Result refused = Program.run(
                folder, world.secrets(), "check", experiment("broken", broken).toString());
        assertThat(refused.exitCode()).as(refused.toString()).isEqualTo(3);
        assertThat(refused.err()).contains("broken.js: Line 3").contains("What to do:");
    }

    @Test
    void a_tool_that_is_missing_ends_the_run_before_any_load() throws Exception {
        Result missing = Program.run(
                folder,
                world.secrets(),
                "tune",
                experiment("missing", "{k6: {script: shop.js, command: no-such-k6}}")
                        .toString(),
                "--out",
                "missing");
        assertThat(missing.exitCode()).as(missing.toString()).isEqualTo(3);
        assertThat(missing.err())
                .contains("no-such-k6")
                .contains("load.k6.command")
                .doesNotContain("\tat ");
    }

    private static void assertFails(int exitCode, String name, String load, String... messages) throws Exception {
        Result failed = Program.run(
                folder, world.secrets(), "tune", experiment(name, load).toString(), "--out", name);
        assertThat(failed.exitCode()).as(failed.toString()).isEqualTo(exitCode);
        assertThat(failed.err()).contains(messages).doesNotContain("\tat ");
    }

    @Test
    void a_script_that_cannot_be_measured_is_told_why() throws Exception {
        Files.writeString(folder.resolve("short.js"), """
                import http from 'k6/http';
                export const options = { vus: 2, duration: '2s' };
                export default function () { http.get('http://127.0.0.1:%d/stocks/7'); }
                """.formatted(world.port));
        String own = "{k6: {script: short.js, command: %s}}".formatted(Tools.k6());
        assertFails(3, "short", own, "the load was over after", "load.users");

        Files.writeString(folder.resolve("short.js"), """
                import http from 'k6/http';
                export const options = { stages: [{ duration: '10m', target: 9 }] };
                export default function () { http.get('http://192.0.2.1/'); }
                """);
        assertFails(2, "long", own, "budget must be at least ", "reaches its busiest stage after 8m");
        assertFails(3, "elsewhere", own.replace("}}", "}, users: 2}"), "load.allow-hosts");
    }

    @Test
    void ctrl_c_ends_the_tool_too() throws Exception {
        Settings before = world.settings();
        try (Program program = Program.start(
                folder, world.secrets(), "tune", experiment("interrupted", k6()).toString(), "--out", "interrupted")) {
            program.awaitThat(() -> tools() > 0);
            program.signal("INT");
            assertThat(program.await().exitCode()).isEqualTo(130);
        }
        assertThat(tools()).isZero();
        assertThat(world.settings()).isEqualTo(before);
    }

    private static long tools() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.contains("run --quiet") && line.contains(folder.toString()))
                        .isPresent())
                .count();
    }
}
