package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.holders.Diagnosis;
import dev.poolfit.holders.Stack;
import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.report.Language;
import dev.poolfit.report.NoProgress;
import dev.poolfit.service.RunningService;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.testing.Ports;
import dev.poolfit.units.Message;
import dev.poolfit.watch.ConfigurationNotes;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real service whose requests hold two connections at once: what can stand still is not recommended, and what does is told. */
class DeadlockIT {
    @TempDir
    private static Path folder = Path.of("");

    private static EmbeddedDatabase database;

    private final JsonMapper json = new JsonMapper();

    @BeforeAll
    static void start() throws Exception {
        database = StockWorld.database(folder);
    }

    @AfterAll
    static void stop() throws Exception {
        database.close();
    }

    private static SupervisedProcess service(int pool, int threads, int port) throws Exception {
        return service("nested", pool, threads, port);
    }

    private static SupervisedProcess service(String fault, int pool, int threads, int port) throws Exception {
        return FaultyService.start(
                folder,
                database,
                fault,
                port,
                "--spring.datasource.hikari.maximum-pool-size=" + pool,
                "--spring.datasource.hikari.connection-timeout=300000",
                "--spring.jpa.open-in-view=false",
                "--server.tomcat.threads.max=" + threads);
    }

    private static Program.Result run(String... arguments) throws Exception {
        return Program.run(folder, Map.of("DB_PASSWORD", database.password()), arguments);
    }

    private JsonNode diagnose(int port) throws Exception {
        Program.Result told = run("diagnose", "--format", "json", "--port", "" + port, "--for", "11s");
        assertThat(told.exitCode()).as(told.toString()).isZero();
        return json.readTree(told.out());
    }

    /** Sends so many requests at once, and does not wait for their answers. */
    private static void send(int port, int requests) {
        HttpClient client = HttpClient.newHttpClient();
        for (int i = 1; i <= requests; i++) {
            var asked = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/orders/" + i))
                    .build();
            var unused = client.sendAsync(asked, HttpResponse.BodyHandlers.discarding());
        }
    }

    /** Requests take two connections each, or three, of which they hold one or two when none is left. */
    @ParameterizedTest
    @CsvSource({"deadlock, 3", "deadlock-three, 4"})
    void a_pool_that_stood_still_before_is_told_first_with_the_line_that_waits(String fault, int pool)
            throws Exception {
        int port = Ports.free();
        try (SupervisedProcess service = service(fault, pool, 12, port)) {
            send(port, 12);

            JsonNode told = diagnose(port);

            assertThat(told.at("/findings/0/rule").asString())
                    .as(told.toString())
                    .isEqualTo("deadlock");
            assertThat(told.at("/findings").findValuesAsString("rule"))
                    .as("what stands still is not lost")
                    .doesNotContain("leak");
            assertThat(told.at("/verdict").asString())
                    .startsWith("Deadlock: none of the " + pool + " connections comes back")
                    .contains("One waits in Faults.");
            assertThat(service.isAlive()).isTrue();
        }
    }

    @Test
    void a_deadlock_is_told_while_it_happens_with_both_stacks() throws Exception {
        int port = Ports.free();
        try (SupervisedProcess process = service(3, 12, port);
                var undo = new UndoStack(System.err)) {
            RunningService service = ObservedService.attach(process.pid(), undo);
            var told = new Requests(port, process);
            var observation = new HoldersObservation(
                    service, Optional.empty(), ConfigurationNotes.UNKNOWN, Optional.empty(), told, undo);

            Diagnosis seen = observation.look(Duration.ofMinutes(10));

            assertThat(told.deadlock).isTrue();
            assertThat(seen.report().standstill()).hasValueSatisfying(still -> {
                assertThat(still.connections()).isEqualTo(3);
                assertThat(still.name()).isEqualTo("GET /orders/{id}");
                assertThat(still.borrowed().flatMap(Stack::top))
                        .hasValueSatisfying(top -> assertThat(top).contains("Faults.order"));
                assertThat(still.waits().top())
                        .hasValueSatisfying(top -> assertThat(top).contains("Faults.numberAnother"));
            });
        }
    }

    /** Sends requests once the recorder is in, and ends the service once the deadlock was told. */
    private static final class Requests extends NoProgress {
        private final int port;
        private final SupervisedProcess process;
        private boolean sent;
        private boolean deadlock;

        Requests(int port, SupervisedProcess process) {
            this.port = port;
            this.process = process;
        }

        @Override
        public void timeLeft(Duration left) {
            if (!sent) {
                sent = true;
                send(port, 12);
            }
        }

        @Override
        public void phase(Message what) {
            if (!deadlock && Language.EN.text(what).startsWith("Deadlock: ")) {
                deadlock = true;
                ProcessHandle.of(process.pid()).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    private static Path experiment(String name, String pools, int port) throws Exception {
        return Files.writeString(folder.resolve(name + ".yaml"), """
                name: %s
                service: {attach: {port: %d}}
                load: {users: 2, requests: [{get: "http://127.0.0.1:%d/orders/{1..1000}"}]}
                tune: {pool: %s}
                goal: {throughput: max}
                budget: 60s
                """.formatted(name, port, port, pools));
    }

    /**
     * Two users never hold more than four connections; six threads could hold six. On a busy machine the budget may end before 7 is
     * shown to be enough.
     */
    @Test
    void no_pool_is_tried_or_recommended_that_can_stand_still() throws Exception {
        int port = Ports.free();
        Path file = experiment("nested", "2..12", port);
        try (SupervisedProcess service = service(4, 6, port)) {
            Program.Result told = run("tune", file.toString(), "--out", "nested");

            assertThat(told.exitCode()).as(told.toString()).isIn(0, 1);
            JsonNode result = json.readTree(folder.resolve("nested").resolve("result.json"));
            assertThat(result.at("/recommendation/settings/pool").asInt(7)).isGreaterThanOrEqualTo(7);
            assertThat(told.out()).contains("Only pools from 7 connections on are tried, with 6 threads at most");
            for (String trial : Files.readAllLines(folder.resolve("nested").resolve("trials.jsonl"))) {
                assertThat(json.readTree(trial).at("/settings/pool").asInt())
                        .satisfiesAnyOf(
                                pool -> assertThat(pool).as("the initial one").isEqualTo(4),
                                pool -> assertThat(pool).isGreaterThanOrEqualTo(7));
            }
            assertThat(service.isAlive()).isTrue();
        }
    }

    /** On a busy machine there may be too few borrows in the time to recommend a size. */
    @Test
    void a_size_from_traffic_is_not_below_it_either() throws Exception {
        int port = Ports.free();
        Path file = experiment("sized", "2..30", port);
        try (SupervisedProcess service = service(30, 6, port)) {
            Program.Result told = run("size", file.toString(), "--for", "10s", "--out", "sized");

            assertThat(told.exitCode()).as(told.toString()).isIn(0, 1);
            JsonNode size = json.readTree(folder.resolve("sized").resolve("size.json"));
            assertThat(size.at("/nested/endpoint").asString()).isEqualTo("GET /orders/{id}");
            assertThat(size.at("/nested/connectionsEach").asInt()).isEqualTo(2);
            assertThat(size.at("/nested/poolSafeFromDeadlock").asInt()).isEqualTo(7);
            assertThat(
                            size.at("/recommended").isNull()
                                    ? 7
                                    : size.at("/recommended").asInt())
                    .isGreaterThanOrEqualTo(7);
            assertThat(told.out().replaceAll("\\s+", " "))
                    .contains("holds 2 connections at once", "no deadlock is possible from 7 connections on");
            assertThat(service.isAlive()).isTrue();
        }
    }
}
