package dev.poolfit.app;

import static org.awaitility.Awaitility.await;

import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.Settings;
import dev.poolfit.process.Leash;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.studies.Database;
import dev.poolfit.studies.EmbeddedDatabase;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A real database and the stock service, started by hand as a user would have them. */
final class StockWorld implements AutoCloseable {
    private static final Path BUILT =
            Path.of("..", "demo", "target").toAbsolutePath().normalize();

    final EmbeddedDatabase database;
    final Leash service;
    final int port;
    final int managementPort;
    private final Path folder;

    private StockWorld(EmbeddedDatabase database, Leash service, int port, int managementPort, Path folder) {
        this.database = database;
        this.service = service;
        this.port = port;
        this.managementPort = managementPort;
        this.folder = folder;
    }

    static StockWorld start(Path folder, Map<String, String> properties, String... javaOptions) throws Exception {
        EmbeddedDatabase database = EmbeddedDatabase.start(Database.MARIADB, BUILT.resolve("databases"), folder, 100);
        int port = freePort();
        int managementPort = freePort();
        var environment = new HashMap<>(environment(database));
        environment.put("SPRING_DATASOURCE_HIKARI_REGISTERMBEANS", "true");
        environment.put("SERVER_TOMCAT_MBEANREGISTRY_ENABLED", "true");
        environment.put("STOCK_HOLDDELAY", "20ms");
        environment.putAll(properties);
        Leash service = Leash.start(Leash.Start.shell(
                "exec " + launch(port, managementPort, javaOptions), folder, environment, folder.resolve("stock.log")));
        var world = new StockWorld(database, service, port, managementPort, folder);
        await().atMost(Duration.ofSeconds(60)).until(world::ready);
        return world;
    }

    static String launch(int port, int managementPort, String... javaOptions) {
        return "java -Xmx384m -XX:TieredStopAtLevel=1 " + String.join(" ", javaOptions) + " -jar '"
                + BUILT.resolve("poolfit-demo.jar") + "' --spring.profiles.active=stock --server.port=" + port
                + " --management.server.port=" + managementPort;
    }

    static Map<String, String> environment(EmbeddedDatabase database) {
        return Map.of(
                "SPRING_DATASOURCE_URL", database.jdbcUrl(),
                "SPRING_DATASOURCE_USERNAME", database.user(),
                "SPRING_DATASOURCE_PASSWORD", database.password());
    }

    private boolean ready() {
        try {
            var connection = (HttpURLConnection) URI.create(readyUrl()).toURL().openConnection();
            return connection.getResponseCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    String readyUrl() {
        return "http://127.0.0.1:" + managementPort + "/actuator/health";
    }

    /** An experiment that attaches to the service; the goal needs a pool of about 7. */
    Path experiment(String name) throws IOException {
        return write(name, """
                service:
                  attach: {port: %d}
                  ready: %s
                """.formatted(port, readyUrl()));
    }

    Path write(String name, String service) throws IOException {
        Path file = folder.resolve(name + ".yaml");
        Files.writeString(file, """
                name: %s
                %sdatabase:
                  url: %s
                  user: %s
                  password: ${DB_PASSWORD}
                load:
                  users: 20
                  requests:
                    - get: http://127.0.0.1:%d/stocks/{1..2000}
                tune:
                  pool: 2..20
                goal:
                  throughput: ">= 200/s"
                  errors: 1%%
                ceiling:
                  instances: 2
                budget: 40s
                """.formatted(name, service, database.jdbcUrl(), database.user(), port));
        return file;
    }

    Map<String, String> secrets() {
        return Map.of("DB_PASSWORD", database.password());
    }

    /** What the service has now, read by an observer of its own. */
    Settings settings() {
        var target = new Service(
                new Service.AttachPort(port),
                Optional.empty(),
                Duration.ofSeconds(20),
                Optional.empty(),
                Optional.empty());
        try (RunningService observed =
                new ServiceOpener(System::nanoTime).open(ServiceRequest.toObserve(target, Optional.empty()))) {
            return observed.effective();
        }
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    static List<String> trials(Path run) throws IOException {
        Path file = run.resolve("trials.jsonl");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    @Override
    public void close() throws Exception {
        service.stop(Duration.ofSeconds(10));
        database.close();
    }
}
