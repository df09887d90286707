package dev.poolfit.service;

import dev.poolfit.testing.LastLines;
import dev.poolfit.testing.TemporaryFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A main class of the tests in a JVM of its own, with the class path of this one. */
final class ChildJvm {
    private static final AtomicInteger STARTED = new AtomicInteger();

    private ChildJvm() {}

    /** @param folder for its temporary files */
    static Process java(Class<?> main, Path folder, List<String> options, List<String> arguments) throws IOException {
        return java(List.of(), main, folder, options, arguments);
    }

    static Process java(List<String> within, Class<?> main, Path folder, List<String> options, List<String> arguments)
            throws IOException {
        return java(Path.of(System.getProperty("java.home")), within, main, folder, options, arguments);
    }

    static Process java(
            Path jdk, List<String> within, Class<?> main, Path folder, List<String> options, List<String> arguments)
            throws IOException {
        var command = new ArrayList<String>(within);
        command.addAll(command(jdk, main, folder, options));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectError(LastLines.of(log(main)).toFile())
                .start();
    }

    static List<String> command(Class<?> main, Path folder, List<String> options) {
        return command(Path.of(System.getProperty("java.home")), main, folder, options);
    }

    private static List<String> command(Path jdk, Class<?> main, Path folder, List<String> options) {
        var command = new ArrayList<>(List.of(
                jdk.resolve("bin/java").toString(),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(options);
        command.add(main.getName());
        return command;
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
}
