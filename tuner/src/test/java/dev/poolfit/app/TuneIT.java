package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.app.Program.Result;
import dev.poolfit.experiment.Settings;
import dev.poolfit.studies.EmbeddedDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A service that somebody else started is tuned while it runs, and has its settings back. */
class TuneIT {
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
        Result tuned =
                world.tune("answered", "--budget", "40s", "--format", "json").await();
        assertThat(tuned.exitCode()).as(tuned.toString()).isIn(0, 1);
        JsonNode result = new JsonMapper().readTree(tuned.out());
        assertThat(result.required("outcome").asString()).isIn("recommended", "inconclusive", "unreachable");
        assertThat(tuned.exitCode())
                .isEqualTo(result.required("outcome").asString().equals("recommended") ? 0 : 1);
        assertThat(result.at("/ceiling/poolLimit").asInt()).isEqualTo(40);
        assertThat(result.required("baseline").at("/settings/pool").asInt()).isEqualTo(5);
        if (tuned.exitCode() == 0) {
            JsonNode recommended = result.required("recommendation");
            assertThat(recommended.at("/settings/pool").asInt()).isBetween(6, 20);
            assertThat(recommended.at("/throughput/mean").asDouble()).isGreaterThanOrEqualTo(StockWorld.WANTED);
        }
        assertThat(world.settings()).isEqualTo(before);
        assertThat(world.notes()).isEmpty();
        Path run = folder.resolve("answered");
        assertThat(run.resolve("restore.json")).doesNotExist();
        for (String file : List.of(
                "experiment.yaml",
                "trials.jsonl",
                "result.json",
                "report.html",
                "application-poolfit.yml",
                "holders.html")) {
            assertThat(run.resolve(file)).isNotEmptyFile().content().doesNotContain(world.database.password());
        }
        assertThat(tuned.err()).doesNotContain(world.database.password());

        String rendered = Files.readString(run.resolve("result.json"));
        Result reported = Program.run(folder, Map.of(), "report", "answered", "--format", "json");
        assertThat(new JsonMapper().readTree(reported.out()))
                .as(reported.toString())
                .isEqualTo(new JsonMapper().readTree(rendered));
        assertSeries(run);
    }

    /** Two runs that are alike, side by side. */
    private static void assertSeries(Path run) throws Exception {
        for (String name : List.of("series/one", "series/two")) {
            Path copy = Files.createDirectories(folder.resolve(name));
            for (String file : List.of("experiment.yaml", "trials.jsonl", "notes.json", "result.json")) {
                Files.copy(run.resolve(file), copy.resolve(file));
            }
        }
        Result history = Program.run(folder, Map.of(), "history", "series");
        assertThat(history.exitCode()).as(history.toString()).isZero();
        // Beside other programs neither may have an interval; then that is told.
        assertThat(history.out())
                .contains("one", "two", "history.html")
                .containsAnyOf("no significant", "an interval is");
        assertThat(folder.resolve("series/history.html"))
                .content()
                .contains("<svg")
                .doesNotContain("<script");
        Result compared = Program.run(folder, Map.of(), "compare", "series/one", "series/two", "--format", "json");
        assertThat(compared.exitCode()).as(compared.toString()).isZero();
        assertThat(new JsonMapper().readTree(compared.out()).at("/runs").size()).isEqualTo(2);
        Result alone = Program.run(folder, Map.of(), "history", "series/one");
        assertThat(alone.exitCode()).isEqualTo(2);
        assertThat(alone.err()).contains("at least two runs");
    }

    @Test
    void a_run_is_watched_and_stopped_in_a_browser_and_ends_with_what_is_known() throws Exception {
        Settings before = world.settings();
        HttpClient client = HttpClient.newHttpClient();
        try (Program program = world.tune("watched", "--web", "--budget", "75s", "--format", "json")) {
            var address = new AtomicReference<URI>();
            program.awaitThat(() -> {
                Matcher told = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/[0-9a-f]+/")
                        .matcher(program.err());
                address.set(told.find() ? URI.create(told.group()) : null);
                return address.get() != null;
            });
            HttpResponse<Stream<String>> events = client.send(
                    HttpRequest.newBuilder(address.get().resolve("events")).build(),
                    HttpResponse.BodyHandlers.ofLines());
            var stopped = new AtomicBoolean();
            String last = events.body()
                    .peek(line -> {
                        if (line.startsWith("event: report") && stopped.compareAndSet(false, true)) {
                            stop(client, address.get());
                        }
                    })
                    .filter(line -> line.startsWith("data: {\"phase"))
                    .reduce("", (earlier, line) -> line);
            assertThat(stopped).isTrue();
            assertThat(last).contains("\"ended\":true", "The run has ended").doesNotContain(world.database.password());
            Result ended = program.await();
            assertThat(ended.exitCode()).as(ended.toString()).isIn(0, 1);
            assertThat(new JsonMapper().readTree(ended.out()).required("trials").size())
                    .isPositive();
            assertThat(world.settings()).isEqualTo(before);
        }
    }

    private static void stop(HttpClient client, URI page) {
        try {
            var asked = client.send(
                    HttpRequest.newBuilder(page.resolve("stop"))
                            .header("X-Poolfit", "stop")
                            .POST(HttpRequest.BodyPublishers.noBody())
                            .build(),
                    HttpResponse.BodyHandlers.discarding());
            assertThat(asked.statusCode()).isEqualTo(202);
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    /** A request sleeps for 0.4 s while it holds a connection, and 20 users share 5: on any machine, most of a hold is the sleep. */
    @Test
    void what_holds_the_connections_at_the_initial_settings_stands_before_the_setting() throws Exception {
        try (StockWorld sleeping =
                StockWorld.start(database, Files.createDirectory(folder.resolve("sleeping")), "400ms")) {
            Path run = folder.resolve("sleeping").resolve("held");
            try (Program program = sleeping.tune("held")) {
                program.awaitThat(() -> !StockWorld.trials(run).isEmpty());
                program.signal("INT");
                program.await();
            }
            Result tuned = sleeping.tune("held", "--resume", "--budget", "10s", "--format", "json")
                    .await();
            assertThat(tuned.exitCode()).as(tuned.toString()).isEqualTo(1);
            JsonNode first = new JsonMapper().readTree(tuned.out()).at("/findings/0");
            assertThat(first.at("/rule").asString()).as(tuned.toString()).isEqualTo("held-by-sleep");
            assertThat(first.at("/severity").asString()).isEqualTo("blocking");
            assertThat(run.resolve("holders.html"))
                    .content()
                    .contains("PriceFeed.await")
                    .doesNotContain(database.password());
            assertThat(new JsonMapper()
                            .readTree(Files.readString(run.resolve("holders.json")))
                            .at("/report/size")
                            .asInt())
                    .isEqualTo(5);
            String page = Files.readString(run.resolve("holders.html"));
            Result again = Program.run(
                    folder, Map.of(), "diagnose", "--run", run.toString(), "--format", "json", "--lang", "ko");
            assertThat(again.exitCode()).as(again.toString()).isZero();
            assertThat(new JsonMapper().readTree(again.out()).at("/findings/0/advice"))
                    .isEqualTo(first.at("/advice"));
            assertThat(run.resolve("holders.html")).content().isEqualTo(page);
        }
    }

    /** Each of its requests holds a connection for 60 ms at least, so that 90 a second need six, however fast the machine is. */
    @Test
    void beside_a_program_that_keeps_a_core_busy_the_answer_is_right_or_says_why_not_and_how_much_was_not_ours()
            throws Exception {
        Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
        Result tuned;
        try {
            tuned = world.tune("beside", "--budget", "40s", "--format", "json").await();
        } finally {
            busy.destroyForcibly().waitFor();
        }
        assertThat(tuned.exitCode()).as(tuned.toString()).isIn(0, 1);
        JsonNode result = new JsonMapper().readTree(tuned.out());
        if (tuned.exitCode() == 0) {
            JsonNode recommended = result.required("recommendation");
            assertThat(recommended.at("/settings/pool").asInt()).isBetween(6, 20);
            assertThat(recommended.at("/throughput/mean").asDouble()).isGreaterThanOrEqualTo(StockWorld.WANTED);
        }
        assertThat(result.required("reasons").valueStream().map(JsonNode::asString))
                .as(tuned.toString())
                .hasSizeGreaterThan(1)
                .anyMatch(reason -> reason.startsWith("Other programs used "));
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
