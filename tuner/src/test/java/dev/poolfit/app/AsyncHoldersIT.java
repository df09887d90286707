package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.testing.Ports;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Connections that no thread works with are told by why they are held: a real service with streams and suspended code. */
class AsyncHoldersIT {
    /** So many requests, which last longer than any observation. */
    private static final int OPEN = 3;

    @TempDir
    private static Path folder = Path.of("");

    private static EmbeddedDatabase database;

    @BeforeAll
    static void start() throws Exception {
        database = StockWorld.database(folder);
    }

    @AfterAll
    static void stop() throws Exception {
        database.close();
    }

    @ParameterizedTest
    @CsvSource({
        "events, held-by-stream, open-in-view",
        "download, held-by-stream, open-in-view",
        "suspended, held-by-nobody, held by no thread"
    })
    void what_no_thread_works_with_is_told_by_why_it_is_held(String fault, String rule, String why) throws Exception {
        int port = Ports.free();
        try (SupervisedProcess service = service(fault, 300, port)) {
            JsonNode told = diagnose(experiment(fault, port).toString(), "--for", "6s");

            assertThat(told.at("/findings").findValuesAsString("rule"))
                    .as(told.toString())
                    .startsWith(rule)
                    .doesNotContain("leak", "nested-connections");
            assertThat(told.at("/verdict").asString()).contains(why, "in AsyncFaults.");
            assertThat(service.isAlive()).isTrue();
        }
    }

    @Test
    void streams_that_were_open_before_are_told_with_open_in_view() throws Exception {
        int port = Ports.free();
        try (SupervisedProcess service = service("events", 3_600_000, port)) {
            for (int i = 1; i <= OPEN; i++) {
                // The answer is there with its first event, when the session has its connection.
                assertThat(open(port, i).statusCode()).isEqualTo(200);
            }

            JsonNode told = diagnose("--port", "" + port, "--for", "12s");

            assertThat(told.at("/findings").findValuesAsString("rule"))
                    .as(told.toString())
                    .containsExactly("held-by-stream");
            assertThat(told.at("/verdict").asString())
                    .startsWith(OPEN + " connections were handed out before the observation")
                    .contains("(GET /orders/{id})", "spring.jpa.open-in-view=false");
            assertThat(service.isAlive()).isTrue();
        }
    }

    /** A login's filter asks the database before Spring has chosen a handler. */
    @Test
    void what_is_held_before_the_request_has_a_route_is_told_by_the_method_that_holds_it() throws Exception {
        int port = Ports.free();
        try (SupervisedProcess service = service("login", 0, port)) {
            JsonNode told = withStatements(experiment("login", port).toString());

            assertThat(told.at("/endpoints").findValuesAsString("name"))
                    .as(told.toString())
                    .contains("GET /orders/{id}")
                    .anyMatch(name -> name.endsWith(".LoginFilter.doFilterInternal"));
            assertThat(shapes(told))
                    .as("statements of the last third, without their values")
                    .anyMatch(shape -> shape.startsWith("select"))
                    .noneMatch(shape -> shape.contains("'"));
            assertThat(told.at("/endpoints"))
                    .filteredOn(each -> each.at("/name").asString().equals("(other)"))
                    .allSatisfy(each -> assertThat(each.at("/borrows").asInt())
                            .as(told.toString())
                            .isZero());
            assertThat(service.isAlive()).isTrue();
        }
    }

    /** Records for longer where beside other programs the last third ends before the first statement is seen. */
    private static JsonNode withStatements(String experiment) throws Exception {
        JsonNode told = diagnose(experiment, "--for", "9s");
        for (int seconds = 18; seconds <= 72 && shapes(told).isEmpty(); seconds *= 2) {
            told = diagnose(experiment, "--for", seconds + "s");
        }
        return told;
    }

    private static List<String> shapes(JsonNode told) {
        return told.at("/endpoints").findValuesAsString("shape");
    }

    private static HttpResponse<InputStream> open(int port, int id) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/orders/" + id))
                                .build(),
                        HttpResponse.BodyHandlers.ofInputStream());
    }

    private static JsonNode diagnose(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("diagnose", "--format", "json"));
        all.addAll(List.of(arguments));
        Program.Result told =
                Program.run(folder, Map.of("DB_PASSWORD", database.password()), all.toArray(String[]::new));
        assertThat(told.exitCode()).as(told.toString()).isZero();
        return new JsonMapper().readTree(told.out());
    }

    private static Path experiment(String name, int port) throws IOException {
        return Files.writeString(folder.resolve(name + ".yaml"), """
                name: %s
                service: {attach: {port: %d}}
                load: {users: 9, think: 50ms, requests: [{get: "http://127.0.0.1:%d/orders/{1..1000}"}]}
                tune: {pool: 1..30}
                goal: {throughput: max}
                budget: 5m
                """.formatted(name, port, port));
    }

    /** @param millis that a response, or a connection, waits */
    private static SupervisedProcess service(String fault, int millis, int port) throws Exception {
        return FaultyService.start(
                folder,
                database,
                fault,
                port,
                "--fault.wait=" + millis,
                "--spring.datasource.hikari.maximum-pool-size=5",
                "--spring.mvc.async.request-timeout=-1",
                "--spring.jpa.open-in-view=true");
    }
}
