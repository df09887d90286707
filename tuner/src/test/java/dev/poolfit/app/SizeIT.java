package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Settings;
import dev.poolfit.service.ServiceProcess;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.testing.Ports;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A service that nobody prepared is sized by the traffic that others make. */
class SizeIT {
    /** Enough for a recommendation, whatever was answered before the recording began and is not told yet at its end. */
    private static final int ENOUGH = 1_500;

    private static final int USERS = 3;

    @TempDir
    private static Path folder = Path.of("");

    private static EmbeddedDatabase database;
    private static StockWorld world;

    @BeforeAll
    static void start() throws Exception {
        database = StockWorld.database(folder);
        world = StockWorld.startUnprepared(database, folder, "0ms");
    }

    @AfterAll
    static void stop() throws Exception {
        world.close();
        database.close();
    }

    private static Program.Result run(String... arguments) throws Exception {
        return Program.run(folder, Map.of(), arguments);
    }

    /** Three users who ask again as soon as they were answered never have more than three connections at once. */
    @Test
    void whoever_interrupts_gets_the_size_that_the_traffic_until_then_needs() throws Exception {
        Settings before = world.settings();
        try (Program program =
                Program.start(folder, Map.of(), "size", "--port", "" + world.port, "--for", "10h", "--out", "sized")) {
            Program.Result told = interruptedOnceEnoughAsked(program);

            assertThat(told.exitCode()).as(told.toString()).isEqualTo(130);
            assertThat(told.out())
                    .contains("are enough for the busiest minute. The pool has 5:")
                    .contains("Connection time of that minute: GET /stocks/{id} ")
                    .contains("spring.datasource.hikari.maximum-pool-size: ");
            JsonNode json = new JsonMapper().readTree(folder.resolve("sized/size.json"));
            assertThat(json.at("/answer").asString()).isEqualTo("give-back");
            // A connection may come back after its answer, when the same user asks again.
            assertThat(json.at("/recommended").asInt()).isBetween(1, 4);
            assertThat(json.at("/pool/maximum").asInt()).isEqualTo(5);
            assertThat(json.at("/borrows").asLong()).isGreaterThan(500);
            assertThat(json.at("/timeouts").asLong()).isZero();
            assertThat(json.at("/waits").size()).isPositive();
            assertThat(json.at("/needs").size()).isEqualTo(4);
            assertThat(Files.readString(folder.resolve("sized/report.html")))
                    .contains("<svg", "GET /stocks/{id}")
                    .doesNotContain("<script");
            assertThat(world.settings()).isEqualTo(before);
        }
    }

    private static Program.Result interruptedOnceEnoughAsked(Program program) throws Exception {
        try (var users = new Users(each -> get(1 + each % 1_000))) {
            program.awaitThat(() -> program.err().contains("recording the borrows"));
            long begun = users.answered();
            program.awaitThat(() -> users.answered() - begun > ENOUGH);
            program.signal("INT");
            return program.await();
        }
    }

    @Test
    void the_service_is_found_by_its_process_and_behind_a_command() throws Exception {
        Settings before = world.settings();
        String pid = "" + world.service.pid();
        for (List<String> place : List.of(List.of("--pid", pid), List.of("--command", "env", "--pid", pid))) {
            var arguments = new ArrayList<>(List.of("size", "--for", "10h", "--format", "json"));
            arguments.addAll(place);
            try (Program program = Program.start(folder, Map.of(), arguments.toArray(String[]::new))) {
                Program.Result told = interruptedOnceEnoughAsked(program);

                assertThat(told.exitCode()).as(told.toString()).isEqualTo(130);
                JsonNode json = new JsonMapper().readTree(told.out());
                assertThat(json.at("/borrows").asLong()).as(told.toString()).isGreaterThan(500);
                assertThat(json.at("/pool/maximum").asInt()).isEqualTo(5);
            }
        }
        assertThat(world.settings()).isEqualTo(before);
    }

    /** {@value #USERS} users who ask again as soon as they were answered. */
    private static final class Users implements AutoCloseable {
        private final AtomicBoolean stopped = new AtomicBoolean();
        private final AtomicLong answered = new AtomicLong();
        private final ExecutorService threads = Executors.newFixedThreadPool(USERS);
        private final List<Future<?>> asking = new ArrayList<>();

        /** What a user asks for, by the number of the request. */
        interface Request {
            void send(long number) throws Exception;
        }

        Users(Request request) {
            for (int user = 0; user < USERS; user++) {
                asking.add(threads.submit(() -> {
                    while (!stopped.get()) {
                        request.send(answered.get());
                        answered.incrementAndGet();
                    }
                    return null;
                }));
            }
        }

        long answered() {
            return answered.get();
        }

        @Override
        public void close() throws Exception {
            stopped.set(true);
            for (Future<?> each : asking) {
                each.get();
            }
            threads.shutdown();
        }
    }

    private static void get(long stock) throws IOException {
        try (var body = URI.create("http://127.0.0.1:" + world.port + "/stocks/" + stock)
                .toURL()
                .openStream()) {
            body.readAllBytes();
        }
    }

    @Test
    void a_service_without_traffic_shows_nothing_and_that_is_said() throws Exception {
        Program.Result told = run("size", "--port", "" + world.port, "--for", "5s", "--lang", "ko");

        assertThat(told.exitCode()).as(told.toString()).isEqualTo(1);
        assertThat(told.out()).contains("커넥션을 한 번도 빌리지 않아 판단할 수 없습니다.");
    }

    /** Twenty users share three connections. */
    @Test
    void under_the_load_of_an_experiment_a_pool_that_is_short_gives_no_recommendation() throws Exception {
        try (var service = ServiceProcess.start("-Dpool=3", "-Dhold=40")) {
            Path file = folder.resolve("short.yaml");
            Files.writeString(file, """
                    name: short
                    service: {attach: {port: %1$d}}
                    load:
                      users: 20
                      requests: [{get: "http://127.0.0.1:%1$d/work"}]
                    tune: {pool: 2..40}
                    goal: {throughput: max}
                    """.formatted(service.port()));
            Program.Result told = run("size", file.toString(), "--for", "6s", "--format", "json", "--out", "short");

            assertThat(told.exitCode()).as(told.toString()).isEqualTo(1);
            JsonNode json = new JsonMapper().readTree(told.out());
            assertThat(json.at("/answer").asString()).isIn("at-least", "too-few-borrows");
            assertThat(json.at("/recommended").isNull()).isTrue();
            assertThat(json.at("/neediest/lateShare").asDouble()).isGreaterThan(0.05);
            assertThat(json.at("/neediest/needed").asInt()).isGreaterThan(3);
            assertThat(service.pool()).isEqualTo(3);
        }
    }

    /** Somebody changes its pool then. */
    @Test
    void a_service_that_is_started_again_on_its_port_is_found_again() throws Exception {
        int port = Ports.free();
        Program program;
        try (var service = ServiceProcess.start("-Dport=" + port, "-Dhold=1")) {
            program = Program.start(folder, Map.of(), "size", "--port", "" + port, "--for", "10h", "--out", "again");
            program.awaitThat(() -> program.err().contains("recording the borrows"));
            for (int i = 0; i < 5; i++) {
                service.get("/work");
            }
        }
        try (program;
                var service = ServiceProcess.start("-Dport=" + port, "-Dhold=1", "-Dpool=25")) {
            program.awaitThat(() -> againAfter(program.err(), "waiting for the service"));
            try (var users = new Users(each -> service.get("/work"))) {
                program.awaitThat(() -> users.answered() > ENOUGH);
            }
            service.resize(20);
            program.signal("INT");
            Program.Result told = program.await();

            assertThat(told.exitCode()).as(told.toString()).isEqualTo(130);
            JsonNode json = new JsonMapper().readTree(folder.resolve("again/size.json"));
            assertThat(json.at("/restarts").asInt()).isEqualTo(1);
            assertThat(json.at("/pool/maximum").asInt()).isEqualTo(20);
            assertThat(told.out().replace('\n', ' '))
                    .contains("The pool has 20: ", "when the recording began, and has 20 now");
            assertThat(json.at("/recommended").asInt()).isBetween(1, USERS);
            assertThat(service.beans("dev.poolfit:*")).isEmpty();
        }
    }

    private static boolean againAfter(String told, String lost) {
        return told.contains(lost) && told.lastIndexOf("recording the borrows") > told.lastIndexOf(lost);
    }

    @Test
    void what_is_missing_or_out_of_range_is_told_all_at_once_before_anything_happens() throws Exception {
        assertThat(run("size", "--for", "1s", "--wait", "1h", "--traffic", "20"))
                .satisfies(told -> assertThat(told.exitCode()).isEqualTo(2))
                .satisfies(told -> assertThat(told.err())
                        .contains("--for", "\"1s\"", "--wait", "\"1h\"", "--traffic", "20.0", "FILE is missing"));
        assertThat(List.of(run("size", "--port", "1", "--for", "5s").exitCode()))
                .containsExactly(3);
    }
}
