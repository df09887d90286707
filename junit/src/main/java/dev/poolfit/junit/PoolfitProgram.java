package dev.poolfit.junit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Runs Poolfit, which this jar carries, in a process of its own: its libraries never meet those of the caller. The program cannot
 * outlive this JVM. A shell holds one end of a pipe to it; when the pipe closes, however this JVM ended, the program is asked to
 * end, stops what it started and restores the settings.
 */
public final class PoolfitProgram {
    /** Exit code of an interrupted program. */
    public static final int INTERRUPTED = 130;

    /** The exit code from which on a signal ended the program, which is its number more. */
    private static final int SIGNALLED = 128;

    /** The seconds that a JVM that goes down waits for settings to be restored; the shell waits on without it. */
    private static final long LAST_GRACE_SECONDS = 60;

    /** $1 folder to remove, the rest the command. In the background, it gets no Ctrl-C: the pipe alone ends it. */
    private static final String SCRIPT = """
            folder=$1
            shift
            trap : INT TERM HUP
            exec 3<&0 </dev/null
            "$@" 3<&- &
            program=$!
            { while read -r line; do :; done; kill -s TERM "$program"; } <&3 >/dev/null 2>&1 &
            watcher=$!
            exec 3<&-
            while kill -s 0 "$program" 2>/dev/null; do
              wait "$program"
              status=$?
            done
            kill -s KILL "$watcher" 2>/dev/null
            rm -rf -- "$folder"
            exit "$status"
            """;

    private static final int LAST_LINES = 12;

    /**
     * Says how it ended.
     *
     * @param exitCode as the manual lists them; {@link #INTERRUPTED} too where a signal ended it
     * @param results all of standard output
     * @param lastWords the last lines of standard error, where failures are explained
     */
    public record Ended(int exitCode, String results, String lastWords) {}

    private final Path directory;
    private final Map<String, String> environment;

    /**
     * @param directory from which relative paths of arguments count
     * @param environment added to this JVM's environment
     */
    public PoolfitProgram(Path directory, Map<String, String> environment) {
        this.directory = directory;
        this.environment = Map.copyOf(environment);
    }

    /**
     * Runs it to its end.
     *
     * @param arguments such as {@code gate shop.yaml --base …}
     * @param results takes each line of standard output as it comes, in a thread of its own
     * @param progress takes each line of standard error as it comes, in a thread of its own
     * @throws IOException if it cannot be started
     * @throws InterruptedException if this thread was interrupted; the program has restored the settings by then
     */
    public Ended run(List<String> arguments, Consumer<String> results, Consumer<String> progress)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("poolfit-");
        Process process = start(folder, arguments);
        var hook = new Thread(() -> end(process), "poolfit-end");
        Runtime.getRuntime().addShutdownHook(hook);
        var all = new ArrayList<String>();
        var told = new ArrayList<String>();
        Thread out = reader(process.getInputStream(), results, all);
        Thread err = reader(process.getErrorStream(), progress, told);
        try {
            int exitCode = process.waitFor();
            out.join();
            err.join();
            return new Ended(
                    exitCode > SIGNALLED ? INTERRUPTED : exitCode,
                    String.join("\n", all),
                    String.join("\n", told.subList(Math.max(0, told.size() - LAST_LINES), told.size())));
        } finally {
            end(process);
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException goingDown) {
                // The hook has done the same.
            }
        }
    }

    private Process start(Path folder, List<String> arguments) throws IOException {
        Path jar = folder.resolve("poolfit.jar");
        try {
            try (InputStream carried = PoolfitProgram.class.getResourceAsStream("poolfit.jar")) {
                if (carried == null) {
                    throw new IOException("poolfit-junit carries no program; build it with mvn package");
                }
                Files.copy(carried, jar);
            }
            var command = new ArrayList<>(List.of("sh", "-c", SCRIPT, "poolfit", folder.toString()));
            command.addAll(java(jar));
            command.addAll(arguments);
            var builder = new ProcessBuilder(command)
                    .directory(directory.toAbsolutePath().toFile());
            // A log is no terminal, whatever the JVM thinks of its console.
            builder.environment().put("TERM", "dumb");
            builder.environment().putAll(environment);
            return builder.start();
        } catch (IOException failed) {
            Files.deleteIfExists(jar);
            Files.deleteIfExists(folder);
            throw failed;
        }
    }

    private static List<String> java(Path jar) {
        Stream<String> options = Stream.of(
                        System.getenv().getOrDefault("POOLFIT_JAVA_OPTS", "").split(" +"))
                .filter(each -> !each.isEmpty());
        return Stream.of(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-Xms64m",
                                "-Xmx256m",
                                "-XX:+UseSerialGC"),
                        options,
                        Stream.of("-jar", jar.toString()))
                .flatMap(each -> each)
                .toList();
    }

    private static Thread reader(InputStream from, Consumer<String> to, List<String> all) {
        var reader = new Thread(
                () -> new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))
                        .lines()
                        .peek(all::add)
                        .forEach(to),
                "poolfit-output");
        reader.setDaemon(true);
        reader.start();
        return reader;
    }

    /** Asks it to end by closing the pipe, and waits until it has restored the settings; nothing interrupts that. */
    private static void end(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException gone) {
            // It has ended.
        }
        process.onExit()
                .completeOnTimeout(process, LAST_GRACE_SECONDS, TimeUnit.SECONDS)
                .join();
    }
}
