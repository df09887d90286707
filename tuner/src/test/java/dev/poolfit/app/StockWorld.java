package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.Settings;
import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.studies.StudyDatabase;
import dev.poolfit.testing.LastLines;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.Ports;
import dev.poolfit.testing.RealClock;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A real database and the stock service, started by hand as a user would have them. */
final class StockWorld implements AutoCloseable {
    private static final Path BUILT =
            Path.of("..", "demo", "target").toAbsolutePath().normalize();

    /** How long a request of most worlds holds a connection: so long that a machine which does much else computes little. */
    static final int HOLD_MS = 60;

    /** The goal of {@link #experiment}, a second; with the 5 connections of the beginning it is out of reach on any machine. */
    static final int WANTED = 90;

    final EmbeddedDatabase database;
    final SupervisedProcess service;
    final int port;
    private final int managementPort;
    private final Path folder;
    private @Nullable RunningService observer;

    private StockWorld(
            EmbeddedDatabase database, SupervisedProcess service, int port, int managementPort, Path folder) {
        this.database = database;
        this.service = service;
        this.port = port;
        this.managementPort = managementPort;
        this.folder = folder;
    }

    static EmbeddedDatabase database(Path folder) throws Exception {
        EmbeddedDatabase database =
                EmbeddedDatabase.start(StudyDatabase.MARIADB, BUILT.resolve("databases"), folder, 100);
        LastLines.of(database.log());
        return database;
    }

    /** @param database stays when the world is closed */
    static StockWorld start(EmbeddedDatabase database, Path folder) throws Exception {
        return start(database, folder, HOLD_MS + "ms");
    }

    /** @param hold how long each request sleeps while it holds a connection */
    static StockWorld start(EmbeddedDatabase database, Path folder, String hold) throws Exception {
        return start(
                database,
                folder,
                Map.of(
                        "STOCK_HOLDDELAY", hold,
                        "SPRING_DATASOURCE_HIKARI_REGISTERMBEANS", "true",
                        "SERVER_TOMCAT_MBEANREGISTRY_ENABLED", "true"));
    }

    /**
     * As it is without any thought of Poolfit.
     *
     * @param hold how long each request sleeps while it holds a connection
     */
    static StockWorld startUnprepared(EmbeddedDatabase database, Path folder, String hold) throws Exception {
        return start(
                database,
                folder,
                Map.of(
                        "STOCK_HOLDDELAY", hold,
                        "SPRING_DATASOURCE_HIKARI_REGISTERMBEANS", "false",
                        "SERVER_TOMCAT_MBEANREGISTRY_ENABLED", "false"));
    }

    private static StockWorld start(EmbeddedDatabase database, Path folder, Map<String, String> properties)
            throws Exception {
        int port = Ports.free();
        int managementPort = Ports.free();
        var environment = new HashMap<>(environment(database));
        environment.putAll(properties);
        Path log = LastLines.of(Files.createTempFile(folder, "service", ".log"));
        SupervisedProcess service = SupervisedProcess.start(
                SupervisedProcess.Start.shell("exec " + launch(port, managementPort), folder, environment, log));
        var world = new StockWorld(database, service, port, managementPort, folder);
        try {
            Patience.await().until(() -> !service.isAlive() || answers(world.readyUrl()));
            // The first request of all takes seconds, which are no part of any test.
            Patience.await().until(() -> !service.isAlive() || answers("http://127.0.0.1:" + port + "/stocks/1"));
            assertThat(service.isAlive()).as("the service lives").isTrue();
            return world;
        } catch (Exception | AssertionError failed) {
            world.close();
            throw failed;
        }
    }

    /** In a folder of its own, where it leaves temporary files. */
    static String launch(int port, int managementPort) {
        return "java -Xmx384m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Djava.io.tmpdir=. -jar '"
                + BUILT.resolve("poolfit-demo.jar") + "' --spring.profiles.active=stock --server.port=" + port
                + " --management.server.port=" + managementPort;
    }

    static Map<String, String> environment(EmbeddedDatabase database) {
        return Map.of(
                "SPRING_DATASOURCE_URL", database.jdbcUrl(),
                "SPRING_DATASOURCE_USERNAME", database.user(),
                "SPRING_DATASOURCE_PASSWORD", database.password());
    }

    private static boolean answers(String url) {
        try {
            var connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
            connection.setReadTimeout(Math.toIntExact(Patience.LIMIT.toMillis()));
            return connection.getResponseCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    String readyUrl() {
        return "http://127.0.0.1:" + managementPort + "/actuator/health";
    }

    /**
     * An experiment that attaches to the service; the goal needs a pool of about 7. Its budget is so long that whatever
     * interrupts the run comes first.
     */
    Path experiment(String name) throws IOException {
        Path file = folder.resolve(name + ".yaml");
        Files.writeString(
                file, """
                name: %s
                service:
                  attach: {port: %d}
                  ready: %s
                database:
                  url: %s
                  user: %s
                  password: ${DB_PASSWORD}
                load:
                  users: 20
                  think: 90ms
                  requests:
                    - get: http://127.0.0.1:%d/stocks/{1..2000}
                tune:
                  pool: 2..20
                goal:
                  throughput: ">= %d/s"
                  errors: 1%%
                ceiling:
                  instances: 2
                budget: 90s
                """.formatted(name, port, readyUrl(), database.jdbcUrl(), database.user(), port, WANTED));
        return file;
    }

    Map<String, String> secrets() {
        return Map.of("DB_PASSWORD", database.password());
    }

    /** Tunes it in a folder of that name. */
    Program tune(String name, String... more) throws IOException {
        var arguments = new ArrayList<>(List.of("tune", experiment(name).toString(), "--out", name));
        arguments.addAll(List.of(more));
        return Program.start(folder, secrets(), arguments.toArray(String[]::new));
    }

    /** The notes of changed settings that its tuners left. */
    List<Path> notes() throws IOException {
        Path state = folder.resolve("state").resolve("poolfit");
        if (!Files.exists(state)) {
            return List.of();
        }
        try (var files = Files.list(state)) {
            return files.toList();
        }
    }

    /** What the service has now, read by an observer of its own. */
    Settings settings() {
        RunningService attached = observer;
        if (attached == null) {
            var target = new Service(
                    new Service.AttachPort(port), Optional.empty(), Patience.LIMIT, Optional.empty(), Optional.empty());
            attached =
                    new ServiceOpener(RealClock.NANOSECONDS).open(ServiceRequest.toObserve(target, Optional.empty()));
            observer = attached;
        }
        return attached.effective();
    }

    /** Whether the service has another pool than it began with. */
    boolean changed() {
        return settings().pool().orElseThrow() != 5;
    }

    static List<String> trials(Path run) throws IOException {
        Path file = run.resolve("trials.jsonl");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    @Override
    public void close() throws Exception {
        if (observer != null) {
            observer.close();
        }
        service.stop(Patience.LIMIT);
    }
}
