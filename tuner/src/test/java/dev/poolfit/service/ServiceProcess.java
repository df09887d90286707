package dev.poolfit.service;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.LastLines;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.RealClock;
import dev.poolfit.testing.TemporaryFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/** A {@link SmallService} in a JVM of its own, which is gone with its folder once closed; or another main class. */
public final class ServiceProcess implements AutoCloseable {
    private static final AtomicInteger STARTED = new AtomicInteger();

    private final Process process;
    private final Path folder;
    private final int port;

    private ServiceProcess(Process process, Path folder, int port) {
        this.process = process;
        this.folder = folder;
        this.port = port;
    }

    /** @param options such as {@code -Dpools=a,b} */
    public static ServiceProcess start(String... options) throws IOException {
        Path folder = Files.createTempDirectory("service");
        Process process = java(SmallService.class, folder, List.of(options), List.of());
        try {
            return new ServiceProcess(process, folder, Integer.parseInt(await(process, "PORT ")));
        } catch (IOException failed) {
            new ServiceProcess(process, folder, 0).close();
            throw failed;
        }
    }

    /** @param folder for its temporary files */
    static Process java(Class<?> main, Path folder, List<String> options, List<String> arguments) throws IOException {
        var command = new ArrayList<String>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(options);
        command.add(main.getName());
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectError(LastLines.of(log(main)).toFile())
                .start();
    }

    /** It outlives the service's folder, and the next run of tests writes over it. */
    private static Path log(Class<?> main) throws IOException {
        Path logs = Files.createDirectories(Path.of("target", "logs"));
        return logs.resolve(main.getSimpleName() + "-" + TemporaryFolder.path().getFileName() + "-"
                + STARTED.incrementAndGet() + ".log");
    }

    /** What follows the prefix on the first line that has it. */
    static String await(Process process, String prefix) throws IOException {
        BufferedReader reader = process.inputReader();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            if (line.startsWith(prefix)) {
                return line.substring(prefix.length());
            }
        }
        throw new IOException("the process ended before it said " + prefix);
    }

    public int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    /** Lets go of every connection that a request holds. */
    void release() throws IOException {
        try (Writer input = process.outputWriter()) {
            input.write("\n");
        }
    }

    /** Ends it as an operator would; a JVM that is killed leaves the socket behind by which it was attached to. */
    void end() {
        process.destroy();
        try {
            process.onExit().get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException stays) {
            process.destroyForcibly().onExit().join();
        }
    }

    RunningService attach(Knob... tuned) {
        return attach(RealClock.NANOSECONDS, tuned);
    }

    /** @param nanoseconds the clock of all that is told of the service */
    RunningService attach(LongSupplier nanoseconds, Knob... tuned) {
        return new ServiceOpener(nanoseconds).open(request(new Service.AttachPort(port), Optional.empty(), tuned));
    }

    static RunningService open(Service.Target target, Optional<String> pool, Knob... tuned) {
        return new ServiceOpener(RealClock.NANOSECONDS).open(request(target, pool, tuned));
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
