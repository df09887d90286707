package dev.poolfit.benchmarks.crash;

import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.studies.StudyDatabase;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A service that runs over many cases, its database, and the campaign's own connection to it. */
final class World {
    private static final int ANSWER_SECONDS = 20;

    final EmbeddedDatabase database;
    final int port = freePort();
    final int jmxPort = freePort();
    private final Path folder;
    /** The folder where the service runs and has its temporary files. */
    private final Path own;

    private final SupervisedProcess service;
    private final JMXConnector connector;
    private final ExecutorService asking = Executors.newSingleThreadExecutor(task -> {
        var thread = new Thread(task, "world");
        thread.setDaemon(true);
        return thread;
    });
    private final Map<String, String> initial;
    private final List<String> files;
    private final Set<Integer> openPorts;

    /** @param folder for its log and temporary files, and the database's data */
    @SuppressWarnings("BanJNDI")
    World(Path home, Path folder) throws Exception {
        this.folder = folder;
        // A campaign that was killed leaves it.
        Folders.delete(folder);
        own = Files.createDirectories(folder.resolve("service"));
        Path log = folder.resolve("service.log");
        database = EmbeddedDatabase.start(
                StudyDatabase.MARIADB, home.resolve(Path.of("demo", "target", "databases")), folder, 100);
        try {
            service = SupervisedProcess.start(new SupervisedProcess.Start(
                    command(own, "" + port, "" + jmxPort), own, environment(), log, "TERM", null));
            try {
                awaitReady(log);
                connector = JMXConnectorFactory.connect(new JMXServiceURL(Victim.jmxUrl(jmxPort)));
                initial = settings();
                files = Folders.files(own);
                openPorts = ProcTable.openPorts(service.pid());
            } catch (Exception failed) {
                service.close();
                throw failed;
            }
        } catch (Exception failed) {
            database.close();
            throw failed;
        }
    }

    private void awaitReady(Path log) throws IOException, InterruptedException {
        while (!Files.exists(log) || !Files.readString(log).contains("READY")) {
            if (!service.isAlive()) {
                throw new IOException("the service ended: " + Files.readString(log));
            }
            Thread.sleep(20);
        }
    }

    /** Returns the service as a command; it writes {@code READY} once it is. */
    static List<String> command(Path temporary, String port, String jmxPort) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Djava.io.tmpdir=" + temporary.toAbsolutePath(),
                "-Djava.rmi.server.hostname=127.0.0.1",
                "-cp",
                classPath(),
                Victim.class.getName(),
                port,
                jmxPort);
    }

    /** Returns the class path in absolute paths, for a service that Poolfit launches starts in another folder. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(each -> Path.of(each).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    Map<String, String> environment() {
        return Map.of(
                "VICTIM_URL", database.jdbcUrl(),
                "VICTIM_USER", database.user(),
                "VICTIM_PASSWORD", database.password());
    }

    long pid() {
        return service.pid();
    }

    boolean serviceLives() {
        return service.isAlive();
    }

    Map<String, String> initial() {
        return initial;
    }

    /** Reads the service's present settings by the campaign's own connection; one that does not answer says so in its place. */
    Map<String, String> settings() throws InterruptedException {
        return ask(() -> read(connector.getMBeanServerConnection()));
    }

    /** Returns whether a tuner has claimed the service, a living one or not. */
    boolean claimed() throws InterruptedException {
        return beans().stream().anyMatch(each -> each.contains("type=Claim"));
    }

    /** Returns the MBeans that Poolfit has in the service now. */
    List<String> beans() throws InterruptedException {
        return List.copyOf(ask(() ->
                        connector.getMBeanServerConnection().queryNames(new ObjectName("dev.poolfit:*"), null).stream()
                                .collect(Collectors.toMap(ObjectName::toString, name -> "")))
                .keySet());
    }

    private Map<String, String> ask(Callable<Map<String, String>> question) throws InterruptedException {
        Future<Map<String, String>> answer = asking.submit(question);
        try {
            return answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException silent) {
            answer.cancel(true);
            return Map.of("no answer", String.valueOf(silent.getCause()));
        }
    }

    private static Map<String, String> read(MBeanServerConnection server) throws Exception {
        var settings = new TreeMap<>(Map.of("bag", "" + server.getAttribute(Victim.BAG, "ClassName")));
        var beans = new HashMap<ObjectName, String[]>();
        beans.put(
                new ObjectName("com.zaxxer.hikari:type=PoolConfig (main)"),
                new String[] {"MaximumPoolSize", "MinimumIdle", "ConnectionTimeout", "IdleTimeout", "MaxLifetime"});
        server.queryNames(new ObjectName("Tomcat:type=ThreadPool,*"), null)
                .forEach(name -> beans.put(name, new String[] {"maxThreads", "minSpareThreads"}));
        for (var bean : beans.entrySet()) {
            for (Attribute each :
                    server.getAttributes(bean.getKey(), bean.getValue()).asList()) {
                settings.put(each.getName(), "" + each.getValue());
            }
        }
        return settings;
    }

    /** Returns the files that the service did not have at first, where it runs and has its temporary files. */
    List<String> newFiles() throws IOException {
        var now = new ArrayList<>(Folders.files(own));
        now.removeAll(files);
        return now;
    }

    /** Returns the ports that were opened to other machines since the service started. */
    List<Integer> newPorts() throws IOException {
        var ports = new ArrayList<>(ProcTable.openPorts(service.pid()));
        ports.removeAll(openPorts);
        return ports;
    }

    long agentThreads() throws IOException {
        return ProcTable.threads(service.pid(), "poolfit-sampler");
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    void close() throws IOException, InterruptedException {
        asking.shutdownNow();
        Signals.send("CONT", service.pid());
        service.close();
        Signals.send("CONT", database.pid());
        database.close();
        // A JVM that was killed leaves its socket and its counters where every JVM puts them.
        Files.deleteIfExists(Path.of("/tmp", ".java_pid" + service.pid()));
        Folders.delete(folder);
    }
}
