package dev.poolfit.studies;

import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.process.WorkFolder;
import dev.poolfit.studies.DatabaseServer.Setup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** A real database in a process of its own, with an empty database {@code demo}; it ends with this JVM at the latest. */
public final class EmbeddedDatabase implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(90);
    private static final Duration STOP_GRACE = Duration.ofSeconds(10);
    private static final int ATTEMPTS = 3;

    private final DatabaseServer server;
    private final Setup setup;
    private final SupervisedProcess process;

    private EmbeddedDatabase(DatabaseServer server, Setup setup, SupervisedProcess process) {
        this.server = server;
        this.setup = setup;
        this.process = process;
    }

    /**
     * Starts a database and returns when it accepts connections.
     *
     * @param durability the durability of its commits
     * @param databasesFolder the folder of the archives, where their programs stay unpacked
     * @param workFolder the folder for the data, in a folder of its own that close() removes
     */
    public static EmbeddedDatabase start(
            StudyDatabase kind, Durability durability, Path databasesFolder, Path workFolder, int maxConnections)
            throws IOException, InterruptedException {
        return start(kind, durability, false, databasesFolder, workFolder, maxConnections);
    }

    private static EmbeddedDatabase start(
            StudyDatabase kind,
            Durability durability,
            boolean statistics,
            Path databasesFolder,
            Path workFolder,
            int maxConnections)
            throws IOException, InterruptedException {
        requireLinux();
        DatabaseServer server = kind.server();
        Path home = DatabaseFiles.home(server, databasesFolder);
        Files.createDirectories(workFolder);
        for (int attempt = 1; ; attempt++) {
            EmbeddedDatabase database = launch(server, durability, statistics, home, workFolder, maxConnections);
            try {
                database.awaitReady();
                return database;
            } catch (DatabaseStartException failure) {
                boolean portTaken = database.logText().contains("ddress already in use");
                database.close();
                if (!portTaken || attempt == ATTEMPTS) {
                    throw failure;
                }
            } catch (IOException | InterruptedException | RuntimeException failure) {
                database.close();
                throw failure;
            }
        }
    }

    /** Starts a database whose commits need not reach the disk. */
    public static EmbeddedDatabase start(StudyDatabase kind, Path databasesFolder, Path workFolder, int maxConnections)
            throws IOException, InterruptedException {
        return start(kind, Durability.RELAXED, databasesFolder, workFolder, maxConnections);
    }

    /** Starts one that keeps statistics of its statements; its commits need not reach the disk. */
    public static EmbeddedDatabase startWithStatistics(
            StudyDatabase kind, Path databasesFolder, Path workFolder, int maxConnections)
            throws IOException, InterruptedException {
        return start(kind, Durability.RELAXED, true, databasesFolder, workFolder, maxConnections);
    }

    private static EmbeddedDatabase launch(
            DatabaseServer server,
            Durability durability,
            boolean statistics,
            Path home,
            Path workFolder,
            int maxConnections)
            throws IOException {
        Path folder = Files.createTempDirectory(workFolder.toRealPath(), server.name() + "-");
        Setup setup =
                new Setup(home, folder, freePort(), maxConnections, durability, statistics, "demo", randomPassword());
        try {
            server.prepare(setup);
            SupervisedProcess process = SupervisedProcess.start(new SupervisedProcess.Start(
                    server.command(setup), folder, Map.of(), folder.resolve("log"), server.stopSignal(), folder));
            return new EmbeddedDatabase(server, setup, process);
        } catch (IOException failure) {
            WorkFolder.remove(folder);
            throw failure;
        }
    }

    public String jdbcUrl() {
        return server.jdbcUrl(setup.port());
    }

    public int port() {
        return setup.port();
    }

    public String user() {
        return setup.user();
    }

    public String password() {
        return setup.password();
    }

    /** Returns the process id of the server; PostgreSQL's connections are child processes of it. */
    public long pid() {
        return process.pid();
    }

    /** Returns the database's folder, also for what is to go with it: close() removes it, and so does the end of this JVM. */
    public Path folder() {
        return setup.folder();
    }

    /** Returns the log, which is gone after close(). */
    public Path log() {
        return setup.folder().resolve("log");
    }

    /** Ends the server and removes its data. */
    @Override
    public void close() {
        try {
            process.stop(STOP_GRACE);
        } catch (InterruptedException interrupted) {
            process.close();
            Thread.currentThread().interrupt();
        }
    }

    private void awaitReady() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!logText().contains(server.readyText()) || !accepts()) {
            if (!process.isAlive()) {
                throw new DatabaseStartException(failure("ended before it was ready"));
            }
            if (System.nanoTime() > deadline) {
                throw new DatabaseStartException(failure("was not ready within " + START_LIMIT.toSeconds() + " s"));
            }
            Thread.sleep(20);
        }
    }

    private boolean accepts() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), setup.port()), 1000);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    private String failure(String what) throws IOException {
        List<String> lines = logText().lines().toList();
        return "The embedded %s %s. Last lines of its log:%n  %s\nTry the other database with --database, or %s"
                .formatted(
                        server.name(),
                        what,
                        String.join("\n  ", lines.subList(Math.max(0, lines.size() - 8), lines.size())),
                        "run as an ordinary user with some 500 MB free below "
                                + setup.folder().getParent() + ".");
    }

    private String logText() throws IOException {
        return Files.exists(log()) ? Files.readString(log(), StandardCharsets.ISO_8859_1) : "";
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String randomPassword() {
        byte[] bytes = new byte[16];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static void requireLinux() throws DatabaseStartException {
        String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        if (!system.equals("Linux amd64")) {
            throw new DatabaseStartException("The embedded databases run on Linux amd64, and this is " + system
                    + "; use a database of your own with tune FILE.");
        }
    }
}
