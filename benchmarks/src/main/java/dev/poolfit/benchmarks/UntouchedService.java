package dev.poolfit.benchmarks;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.load.LoadRun;
import dev.poolfit.load.http.VertxLoadEngine;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.studies.Study;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A study's service as its users start it, in which nothing of Poolfit is, with a load that can be held. */
final class UntouchedService implements AutoCloseable {
    private static final Duration LONGEST_START = Duration.ofMinutes(3);

    private final int port;
    private final Process process;
    private final VertxLoadEngine engine = new VertxLoadEngine();
    private final Experiment experiment;
    private @Nullable LoadRun run;
    /** Requests that were answered, and the seconds of the clients that they came in. */
    private long good;

    private long clientSeconds;

    /**
     * The content of a JVM after a collection.
     *
     * @param agentClasses classes of Poolfit's agent among them
     * @param agentThreads threads of Poolfit's agent among them
     */
    record Content(long classes, long threads, double heapMib, long agentClasses, long agentThreads) {}

    /**
     * Starts the service, without load.
     *
     * @param folder for its files; is made
     * @param pool connections
     */
    UntouchedService(Study study, EmbeddedDatabase database, Path built, Path folder, int pool)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        port = freePort();
        experiment = new ExperimentReader(Map.of(
                        "DEMO_JAR", built.resolve("poolfit-demo.jar").toString(),
                        "DEMO_FOLDER", folder.toString(),
                        "PORT", "" + port,
                        "MANAGEMENT_PORT", "" + freePort(),
                        "DB_URL", database.jdbcUrl(),
                        "DB_USER", database.user(),
                        "DB_PASSWORD", database.password()))
                .read(study.experiment(), built)
                .experiment();
        var launch = (Service.Launch) experiment.service().target();
        var builder = new ProcessBuilder("sh", "-c", launch.command())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("service.log").toFile());
        launch.environment().forEach((name, value) -> builder.environment().put(name, value.value()));
        builder.environment().put("SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE", "" + pool);
        process = builder.start();
        try {
            awaitReady(experiment.service());
        } catch (IOException | RuntimeException failed) {
            stop();
            throw failed;
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitReady(Service service) throws IOException, InterruptedException {
        long end = System.nanoTime() + LONGEST_START.toNanos();
        while (!answers(service)) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new IOException("the service did not start");
            }
            Thread.sleep(500);
        }
    }

    private static boolean answers(Service service) {
        try {
            return ((HttpURLConnection) service.ready().orElseThrow().toURL().openConnection()).getResponseCode()
                    == HttpURLConnection.HTTP_OK;
        } catch (IOException notYet) {
            return false;
        }
    }

    private synchronized void add(ClientSecond each) {
        good += each.good();
        clientSeconds++;
    }

    int port() {
        return port;
    }

    void load() {
        run = engine.start(experiment.load(), 1, this::add);
    }

    /** Lets its users wait, or go on. */
    void hold(boolean held) {
        Objects.requireNonNull(run).hold(held);
    }

    /** Returns the good responses a second in so many seconds from now on; the clients tell whole ones. */
    double rate(int seconds) throws InterruptedException {
        long goodBefore;
        long secondsBefore;
        synchronized (this) {
            goodBefore = good;
            secondsBefore = clientSeconds;
        }
        Thread.sleep(1_000L * seconds);
        synchronized (this) {
            return (double) (good - goodBefore) / (clientSeconds - secondsBefore);
        }
    }

    Content content() throws IOException, InterruptedException {
        // What the first collection finds unused, such as loaders of classes, the second one frees.
        jcmd("GC.run");
        jcmd("GC.run");
        String counters = jcmd("PerfCounter.print");
        long classes = counter(counters, "java.cls.loadedClasses")
                + counter(counters, "java.cls.sharedLoadedClasses")
                - counter(counters, "java.cls.unloadedClasses")
                - counter(counters, "java.cls.sharedUnloadedClasses");
        String own = jcmd("VM.class_hierarchy");
        String threads = jcmd("Thread.print");
        return new Content(
                classes,
                counter(counters, "java.threads.live"),
                counter(jcmd("GC.heap_info"), "used", "used (\\d+)K") / 1024.0,
                Pattern.compile("dev\\.poolfit\\.agent\\.[\\w$]+")
                        .matcher(own)
                        .results()
                        .map(MatchResult::group)
                        .distinct()
                        .count(),
                threads.lines().filter(line -> line.startsWith("\"poolfit")).count());
    }

    private static long counter(String text, String name) {
        return counter(text, name, "(?m)^" + Pattern.quote(name) + "=(\\d+)$");
    }

    private static long counter(String text, String name, String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        if (!found.find()) {
            throw new IllegalStateException("jcmd tells nothing of " + name);
        }
        return Long.parseLong(found.group(1));
    }

    private String jcmd(String command) throws IOException, InterruptedException {
        return Jcmd.ask(process.pid(), command);
    }

    private void stop() throws InterruptedException {
        engine.close();
        process.destroy();
        process.waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        if (run != null) {
            run.stop(Duration.ofSeconds(5));
        }
        stop();
    }
}
