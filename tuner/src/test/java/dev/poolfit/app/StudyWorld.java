package dev.poolfit.app;

import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.studies.StudyDatabase;
import dev.poolfit.testing.LastLines;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real database with the demo service on it, which serves the APIs of several studies at once. */
final class StudyWorld implements AutoCloseable {
    private static final Path BUILT =
            Path.of("..", "demo", "target").toAbsolutePath().normalize();

    private final HttpClient http = HttpClient.newHttpClient();
    private final JsonMapper json = new JsonMapper();
    private final EmbeddedDatabase database;
    private final SupervisedProcess service;
    private final int port;

    private StudyWorld(EmbeddedDatabase database, SupervisedProcess service, int port) {
        this.database = database;
        this.service = service;
        this.port = port;
    }

    static StudyWorld start(StudyDatabase kind, Path folder, String studies, String... options) throws Exception {
        EmbeddedDatabase database = EmbeddedDatabase.start(kind, BUILT.resolve("databases"), folder, 100);
        LastLines.of(database.log());
        int port = Ports.free();
        Path log = LastLines.of(folder.resolve("service.log"));
        // One of the studies needs JPA, which the settings of the others switch off.
        List<String> command = List.of(
                "exec java -Xmx384m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Djava.io.tmpdir=. -jar",
                "'" + BUILT.resolve("poolfit-demo.jar") + "'",
                "--spring.profiles.active=" + studies,
                "--spring.autoconfigure.exclude=",
                "--server.port=" + port,
                "--management.server.port=-1",
                String.join(" ", options));
        SupervisedProcess service = SupervisedProcess.start(SupervisedProcess.Start.shell(
                String.join(" ", command), folder, StockWorld.environment(database), log));
        var world = new StudyWorld(database, service, port);
        try {
            Patience.await()
                    .until(() -> !service.isAlive() || Files.readString(log).contains("Started DemoApplication"));
            if (!service.isAlive()) {
                throw new AssertionError(Files.readString(log));
            }
            return world;
        } catch (Exception | AssertionError failed) {
            world.close();
            throw failed;
        }
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                http.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new AssertionError(answer.statusCode() + " " + answer.body());
        }
        return json.readTree(answer.body());
    }

    HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(uri(path))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    JsonNode read(HttpResponse<String> answer) {
        return json.readTree(answer.body());
    }

    /** A session beside the service's. */
    SqlSession session(StudyDatabase kind) throws Exception {
        return SqlSession.open(kind, database);
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    @Override
    public void close() throws Exception {
        service.stop(Patience.LIMIT);
        database.close();
    }
}
