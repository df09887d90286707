package dev.poolfit.service;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** A {@link SmallService}, or another main class, in a JVM of its own. */
final class ServiceProcess implements AutoCloseable {
    private final Process process;
    private final int port;

    private ServiceProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** @param options such as {@code -Dpools=a,b} */
    static ServiceProcess start(String... options) throws IOException {
        Process process = java(SmallService.class, List.of(options), List.of());
        String said = await(process, "PORT ");
        return new ServiceProcess(process, Integer.parseInt(said));
    }

    static Process java(Class<?> main, List<String> options, List<String> arguments) throws IOException {
        var command = new ArrayList<String>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(options);
        command.add(main.getName());
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
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

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    void kill() {
        process.destroyForcibly().onExit().join();
    }

    RunningService attach(Knob... tuned) {
        return open(new Service.AttachPort(port), Optional.empty(), tuned);
    }

    static RunningService open(Service.Target target, Optional<String> pool, Knob... tuned) {
        return new ServiceOpener(System::nanoTime).open(request(target, pool, tuned));
    }

    static ServiceRequest request(Service.Target target, Optional<String> pool, Knob... tuned) {
        return new ServiceRequest(
                new Service(target, Optional.empty(), Duration.ofSeconds(20), Optional.empty(), pool),
                Optional.empty(),
                Settings.NONE,
                Set.of(tuned),
                OptionalInt.empty(),
                Path.of("target", "service.log"));
    }

    @Override
    public void close() {
        kill();
    }
}
