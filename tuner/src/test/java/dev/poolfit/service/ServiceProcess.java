package dev.poolfit.service;

import static dev.poolfit.service.ChildJvm.await;
import static dev.poolfit.service.ChildJvm.command;
import static dev.poolfit.service.ChildJvm.java;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.RealClock;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/** A {@link SmallService} in a JVM of its own, which is gone with its folder once closed; or another main class. */
public final class ServiceProcess implements AutoCloseable {

    private final Process process;
    private final Path folder;
    private final int port;
    private @Nullable JmxLink link;

    private ServiceProcess(Process process, Path folder, int port) {
        this.process = process;
        this.folder = folder;
        this.port = port;
    }

    /** @param options such as {@code -Dpools=a,b} */
    public static ServiceProcess start(String... options) throws IOException {
        return start(List.of(), options);
    }

    /** @param within a command that starts the one behind it */
    static ServiceProcess start(List<String> within, String... options) throws IOException {
        return start(Path.of(System.getProperty("java.home")), within, options);
    }

    /** @param jdk that runs it */
    static ServiceProcess start(Path jdk, List<String> within, String... options) throws IOException {
        Path folder = Files.createTempDirectory("service");
        Process process = java(jdk, within, SmallService.class, folder, List.of(options), List.of());
        try {
            return new ServiceProcess(process, folder, Integer.parseInt(await(process, "PORT ")));
        } catch (IOException failed) {
            new ServiceProcess(process, folder, 0).close();
            throw failed;
        }
    }

    /** A shell's command that becomes the small service, whose temporary files are the folder's owner's. */
    public static String launch(Path folder, String... options) {
        return "exec '" + String.join("' '", command(SmallService.class, folder, List.of(options))) + "'";
    }

    public int port() {
        return port;
    }

    public long pid() {
        return process.pid();
    }

    /** The agent's classes that the service has loaded, after a full collection. */
    Set<String> classesOfAgent() throws IOException {
        jcmd("GC.run");
        return Pattern.compile("dev\\.poolfit\\.agent\\.\\w+")
                .matcher(jcmd("VM.class_hierarchy"))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private String jcmd(String command) throws IOException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), "" + process.pid(), command)
                .start();
        return new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** The JVM's own process, where the one that was started is another one around it. */
    long javaPid() {
        return process.descendants().map(ProcessHandle::pid).findFirst().orElse(process.pid());
    }

    /** Sends a signal, such as {@code STOP} or {@code CONT}; returns once all threads have stopped, for they do so one by one. */
    public void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor();
        if (name.equals("STOP")) {
            Patience.await().ignoreExceptions().until(this::stopped);
        }
    }

    private boolean stopped() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", "" + process.pid(), "task"))) {
            for (Path thread : threads.toList()) {
                String stat = Files.readString(thread.resolve("stat"));
                if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
                    return false;
                }
            }
            return true;
        }
    }

    URI page(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /**
     * The text of one of its pages.
     *
     * @throws IOException if its status is no success
     */
    public String get(String path) throws IOException {
        try (InputStream body = page(path).toURL().openStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    /** The size of its pool as it is now. */
    public int pool() {
        return new HikariPool(link(), "main").settings().count(Knob.POOL);
    }

    /** Changes its pool as somebody else would who does not put it back. */
    public void resize(int pool) {
        link().write(HikariPool.objectName(HikariPool.configName("main")), "MaximumPoolSize", pool);
    }

    /** Gives connections that are opened from now on so long a life. */
    void lifetime(Duration life) {
        link().write(HikariPool.objectName(HikariPool.configName("main")), "MaxLifetime", life.toMillis());
    }

    /** The names of its MBeans that match. */
    public List<String> beans(String pattern) {
        return link().find(pattern).stream().map(ObjectName::toString).toList();
    }

    /**
     * Calls an operation of one of its MBeans.
     *
     * @param parameters each with the name of its type
     */
    void call(String bean, String operation, Map<?, String> parameters) {
        link().ask(server -> Optional.ofNullable(server.invoke(
                HikariPool.objectName(bean),
                operation,
                parameters.keySet().toArray(),
                parameters.values().toArray(String[]::new))));
    }

    /** The names of its threads. */
    List<String> threads() {
        return link().ask(server -> {
            var threads = ManagementFactory.newPlatformMXBeanProxy(
                    server, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
            return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                    .filter(Objects::nonNull)
                    .map(ThreadInfo::getThreadName)
                    .toList();
        });
    }

    private JmxLink link() {
        if (link == null) {
            try (LocalJvm machine = LocalJvm.attach(process.pid())) {
                link = new JmxLink(machine.jmxUrl(), "the service", Optional.empty(), Optional.empty());
            }
        }
        return link;
    }

    /** The options that open a JVM's JMX to this port, without a password. */
    public static List<String> jmx(int jmxPort) {
        return List.of(
                "-Dcom.sun.management.jmxremote.port=" + jmxPort,
                "-Dcom.sun.management.jmxremote.rmi.port=" + jmxPort,
                "-Dcom.sun.management.jmxremote.authenticate=false",
                "-Dcom.sun.management.jmxremote.ssl=false",
                "-Djava.rmi.server.hostname=127.0.0.1");
    }

    public static String jmxUrl(int jmxPort) {
        return "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + jmxPort + "/jmxrmi";
    }

    /** Asks for {@code /work} until it is stopped; returns how often. */
    public int works(AtomicBoolean stopped) throws IOException {
        int count = 0;
        while (!stopped.get()) {
            get("/work");
            count++;
        }
        return count;
    }

    /** Lets go of every connection that a request holds. */
    void release() throws IOException {
        try (Writer input = process.outputWriter()) {
            input.write("\n");
        }
    }

    /** Ends it as an operator would; a JVM that is killed leaves the socket behind by which it was attached to. */
    void end() {
        // A command around it may keep the signal to itself.
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            signal("CONT");
            process.onExit().get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (IOException | InterruptedException | ExecutionException | TimeoutException stays) {
            process.destroyForcibly().onExit().join();
        }
    }

    public RunningService attach(Knob... tuned) {
        return attach(RealClock.NANOSECONDS, tuned);
    }

    /** @param nanoseconds the clock of all that is told of the service */
    public RunningService attach(LongSupplier nanoseconds, Knob... tuned) {
        return new ServiceOpener(nanoseconds, unwaited -> {})
                .open(request(new Service.AttachPort(port), Optional.empty(), tuned));
    }

    /** Held by somebody who does not wait between attempts to put its settings back. */
    static RunningService open(Service.Target target, Optional<String> pool, Knob... tuned) {
        return new ServiceOpener(RealClock.NANOSECONDS, unwaited -> {}).open(request(target, pool, tuned));
    }

    static ServiceRequest request(Service.Target target, Optional<String> pool, Knob... tuned) {
        return new ServiceRequest(
                new Service(target, Optional.empty(), Patience.LIMIT, Optional.empty(), pool),
                Optional.empty(),
                Settings.NONE,
                Set.of(tuned),
                OptionalInt.empty(),
                Path.of("target", "service.log"));
    }

    @Override
    public void close() {
        if (link != null) {
            link.close();
        }
        end();
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
