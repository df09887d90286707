package dev.poolfit.benchmarks.crash;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The program as a user has it, in a process of its own. */
final class Run implements AutoCloseable {
    static final String MARKER = "POOLFIT_CRASH";
    /** The variable for the folder of a user's notes of changed settings. */
    static final String STATE = "XDG_STATE_HOME";

    private static final Pattern TRIAL_ENDED = Pattern.compile("trial (\\d+): .* [—-] .*");
    private static final Pattern TRIAL_BEGUN = Pattern.compile("trial (\\d+) \\(.*");

    private final Process process;
    private final Path out;
    private final Path err;
    private final long started = System.nanoTime();

    private Run(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /**
     * Starts it.
     *
     * @param folder its working folder; its state and its temporary files go there, too
     * @param marker in the environment of all that it starts
     * @param name of the files that take what it prints
     */
    static Run start(
            Path jar, Path folder, String marker, String name, Map<String, String> environment, String... arguments)
            throws IOException {
        // A campaign that was started in the background hands down that interrupts are ignored.
        var command = new ArrayList<>(List.of(
                "env",
                "--default-signal=INT,HUP,TERM",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp")),
                "-jar",
                jar.toString()));
        command.addAll(List.of(arguments));
        Path out = folder.resolve(name + ".out");
        Path err = folder.resolve(name + ".err");
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put(STATE, folder.resolve("state").toString());
        builder.environment().putAll(environment);
        builder.environment().put(MARKER, marker);
        return new Run(builder.start(), out, err);
    }

    void signal(String name) throws IOException, InterruptedException {
        Signals.send(name, process.pid());
    }

    boolean alive() {
        return process.isAlive();
    }

    double seconds() {
        return (System.nanoTime() - started) / 1e9;
    }

    /** Returns its exit code; empty where it has not ended by then. */
    OptionalInt await(int seconds) throws InterruptedException {
        return process.waitFor(seconds, TimeUnit.SECONDS) ? OptionalInt.of(process.exitValue()) : OptionalInt.empty();
    }

    String out() throws IOException {
        return Files.readString(out, StandardCharsets.UTF_8);
    }

    String err() throws IOException {
        return Files.readString(err, StandardCharsets.UTF_8);
    }

    /** Returns the number of the last trial whose end it announced; 0 before the first. */
    int trialsEnded() throws IOException {
        return last(TRIAL_ENDED);
    }

    /** Returns the number of the last trial that was begun by itself; 0 before the first. */
    int trialsBegun() throws IOException {
        return last(TRIAL_BEGUN);
    }

    private int last(Pattern line) throws IOException {
        return err().lines()
                .map(line::matcher)
                .filter(matcher -> matcher.matches())
                .mapToInt(matcher -> Integer.parseInt(matcher.group(1)))
                .max()
                .orElse(0);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
