package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.testing.Ports;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real service whose work waits for threads and for connections to another service, while the pool has room. */
class QueueIT {
    /** For all of the test. */
    private static final int MILLIS = 600_000;

    private static final int REQUESTS = 8;

    @TempDir
    private Path folder = Path.of("");

    private static void send(int port, String way) {
        HttpClient client = HttpClient.newHttpClient();
        for (int i = 0; i < REQUESTS; i++) {
            var asked = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/queues/" + way + "/" + MILLIS))
                    .build();
            var unused = client.sendAsync(asked, HttpResponse.BodyHandlers.discarding());
        }
    }

    private static JsonNode queue(JsonNode told, String kind) {
        return StreamSupport.stream(told.at("/queues").spliterator(), false)
                .filter(each -> each.at("/kind").asString().equals(kind))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind + " in " + told.at("/queues")));
    }

    @Test
    void what_work_waits_for_beside_the_connections_is_told() throws Exception {
        int port = Ports.free();
        try (EmbeddedDatabase database = StockWorld.database(folder);
                SupervisedProcess service = FaultyService.start(
                        folder,
                        database,
                        "http-client",
                        port,
                        "--spring.datasource.hikari.maximum-pool-size=10",
                        "--spring.jpa.open-in-view=false")) {
            List<String> ways = List.of("executor", "fork-join", "http-client");
            ways.forEach(way -> send(port, way));

            Program.Result told = Program.run(
                    folder,
                    Map.of("DB_PASSWORD", database.password()),
                    "diagnose",
                    "--format",
                    "json",
                    "--port",
                    "" + port,
                    "--for",
                    "5s");

            assertThat(told.exitCode()).as(told.toString()).isZero();
            JsonNode json = new JsonMapper().readTree(told.out());
            for (String way : ways) {
                JsonNode queue = queue(json, way);
                assertThat(queue.at("/size").asInt()).as(queue.toString()).isEqualTo(2);
                assertThat(queue.at("/inUse").asDouble()).as(queue.toString()).isBetween(1.0, 2.0);
                assertThat(queue.at("/waiting").asDouble()).as(queue.toString()).isBetween(1.0, REQUESTS - 2.0);
                assertThat(queue.at("/fullShare").asDouble())
                        .as(queue.toString())
                        .isGreaterThan(0.5);
            }
            assertThat(queue(json, "executor").at("/name").asString()).isEqualTo("reports");
            assertThat(queue(json, "http-client").at("/name").asString()).startsWith("http://127.0.0.1:");
            assertThat(queue(json, "workers").at("/inUse").asDouble()).isGreaterThan(1);
            // Beside programs that take all cores it is not told: work waits for these then.
            assertThat(json.at("/findings").findValuesAsString("rule")).isSubsetOf("queue-full", "other-programs");
            assertThat(service.isAlive()).isTrue();
        }
    }
}
