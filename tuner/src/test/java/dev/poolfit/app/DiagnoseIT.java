package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Settings;
import dev.poolfit.studies.EmbeddedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A service that nobody prepared is diagnosed while it runs: who holds its connections, where and with what. */
class DiagnoseIT {
    @TempDir
    private static Path folder = Path.of("");

    private static EmbeddedDatabase database;
    private static StockWorld world;

    @BeforeAll
    static void start() throws Exception {
        database = StockWorld.database(folder);
        // So long a sleep is most of a hold on any machine.
        world = StockWorld.startUnprepared(database, folder, "200ms");
    }

    @AfterAll
    static void stop() throws Exception {
        world.close();
        database.close();
    }

    @Test
    void under_the_load_of_an_experiment_the_sleep_within_the_transaction_comes_first() throws Exception {
        Settings before = world.settings();
        Program.Result told = run(
                world.secrets(),
                "diagnose",
                world.experiment("held").toString(),
                "--for",
                "6s",
                "--format",
                "json",
                "--out",
                "held");

        assertThat(told.exitCode()).as(told.toString()).isZero();
        JsonNode json = new JsonMapper().readTree(told.out());
        assertThat(json.at("/findings/0/rule").asString()).as(told.out()).isEqualTo("held-by-sleep");
        assertThat(json.at("/findings/0/severity").asString()).isEqualTo("blocking");
        assertThat(json.at("/verdict").asString())
                .contains("a sleep in PriceFeed.await:")
                .containsPattern("in GET /stocks/\\{id} \\(\\d+ stacks? of \\d+ holds\\)[.]");
        assertThat(json.at("/pool/maximum").asInt()).isEqualTo(5);
        assertThat(json.at("/endpoints/0/name").asString()).isEqualTo("GET /stocks/{id}");
        assertThat(json.at("/endpoints/0/holdMs/p50").asDouble()).isGreaterThanOrEqualTo(200);
        assertThat(json.at("/endpoints/0/stacks/0/frames").toString()).contains("StockController.profile");
        // They are seen where the database takes a good part of the time, as it does at first on a busy machine.
        assertThat(StreamSupport.stream(json.at("/endpoints/0/statements").spliterator(), false))
                .allSatisfy(sent -> assertThat(sent.at("/perHold").asDouble()
                                * sent.at("/meanMs").asDouble())
                        .as("what takes less than the sleep")
                        .isLessThan(200));
        assertThat(json.at("/leaks").size()).isZero();
        assertThat(json.at("/configuration").findValuesAsString("rule"))
                .contains("leak-detection-off", "socket-timeout-none")
                .doesNotContain("open-in-view");
        assertThat(Files.readString(folder.resolve("held").resolve("report.html")))
                .contains("PriceFeed.await", "GET /stocks/{id}")
                .doesNotContain("<script");
        assertThat(Files.readString(folder.resolve("held").resolve("diagnosis.json")))
                .isEqualTo(told.out());
        assertThat(mode("held")).isEqualTo("rwx------");
        assertThat(mode("held/report.html")).isEqualTo("rw-------");
        assertThat(mode("held/diagnosis.json")).isEqualTo("rw-------");
        assertThat(world.settings()).isEqualTo(before);
    }

    private String mode(String file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(file)));
    }

    @Test
    void a_service_without_traffic_shows_nothing_and_that_is_said() throws Exception {
        Program.Result told = run(Map.of(), "diagnose", "--port", "" + world.port, "--for", "2s", "--lang", "ko");

        assertThat(told.exitCode()).as(told.toString()).isZero();
        assertThat(told.out()).startsWith("판단할 수 없습니다.");
    }

    @Test
    void what_is_missing_or_too_much_is_told_before_anything_happens() throws Exception {
        assertThat(run(Map.of(), "diagnose"))
                .satisfies(told -> assertThat(told.exitCode()).isEqualTo(2))
                .satisfies(told -> assertThat(told.err()).contains("FILE is missing"));
        assertThat(run(Map.of(), "diagnose", "--port", "1", "--for", "5h"))
                .satisfies(told -> assertThat(told.exitCode()).isEqualTo(2))
                .satisfies(told -> assertThat(told.err()).contains("--for", "from 2s to 1h", "\"5h\""));
        assertThat(run(Map.of(), "diagnose", "x.yaml", "--port", "1").exitCode())
                .isEqualTo(2);
        assertThat(run(Map.of(), "diagnose", "--run", ".", "--port", "1").err()).contains("--run", "keep one");
        assertThat(run(Map.of(), "diagnose", "--run", "."))
                .satisfies(told -> assertThat(told.exitCode()).isEqualTo(2))
                .satisfies(told -> assertThat(told.err()).contains("holds no run"));
    }

    @Test
    void settings_of_a_file_are_checked_without_a_service_and_compared_with_one_that_runs() throws Exception {
        Path application = folder.resolve("application.yml");
        Files.writeString(application, """
                spring.datasource:
                  url: jdbc:mysql://db/shop
                  hikari: {maximum-pool-size: 33, connection-timeout: 100}
                """);
        Program.Result alone = run(Map.of(), "check", "--application", application.toString());
        assertThat(alone.exitCode()).as(alone.toString()).isZero();
        assertThat(alone.out())
                .contains("Configuration: connection-timeout-short (warning)", "Configuration: leak-detection-off");

        Program.Result beside = run(
                Map.of(),
                "diagnose",
                "--port",
                "" + world.port,
                "--for",
                "2s",
                "--format",
                "json",
                "--application",
                application.toString());
        assertThat(beside.exitCode()).as(beside.toString()).isZero();
        assertThat(new JsonMapper()
                        .readTree(beside.out())
                        .at("/configuration/0/advice")
                        .asString())
                .contains("maximumPoolSize 33 → 5");
        assertThat(run(Map.of(), "check").err()).contains("FILE is missing");
    }

    private static Program.Result run(Map<String, String> environment, String... arguments) throws Exception {
        return Program.run(folder, environment, arguments);
    }
}
