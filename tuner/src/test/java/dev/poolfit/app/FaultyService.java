package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.testing.LastLines;
import dev.poolfit.testing.Patience;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The service with planted faults, in a process of its own. */
final class FaultyService {
    private static final Path SERVICE =
            Path.of("..", "services", "faults", "target").toAbsolutePath().normalize();

    private FaultyService() {}

    /** Starts it, and waits until it answers. */
    static SupervisedProcess start(Path folder, EmbeddedDatabase database, String fault, int port, String... properties)
            throws Exception {
        Path log = LastLines.of(Files.createTempFile(folder, fault, ".log"));
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=.",
                "-cp",
                SERVICE.resolve("classes") + ":" + SERVICE.resolve("lib") + "/*",
                "dev.poolfit.services.faults.FaultService",
                "--fault=" + fault,
                "--server.port=" + port,
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.jpa.hibernate.ddl-auto=none"));
        command.addAll(List.of(properties));
        SupervisedProcess service = SupervisedProcess.start(new SupervisedProcess.Start(
                command, folder, Map.of("SPRING_DATASOURCE_PASSWORD", database.password()), log, "TERM", null));
        Patience.await().until(() -> !service.isAlive() || answers(port));
        assertThat(service.isAlive()).as("the service lives").isTrue();
        return service;
    }

    private static boolean answers(int port) {
        try {
            var connection = (HttpURLConnection)
                    URI.create("http://127.0.0.1:" + port + "/items/1").toURL().openConnection();
            connection.setReadTimeout(Math.toIntExact(Patience.LIMIT.toMillis()));
            return connection.getResponseCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }
}
