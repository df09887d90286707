package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.testing.LastLines;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** The program as a user starts it, by its launcher, in a process of its own. */
final class Program implements AutoCloseable {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    /** Of the programs that end by themselves, none has a budget of a third of this. */
    private static final Duration LONGEST = Patience.LIMIT.multipliedBy(2);

    /** What a finished program left. */
    record Result(int exitCode, String out, String err) {
        @Override
        public String toString() {
            return "exit " + exitCode + "\n--- out\n" + out + "\n--- err\n" + err;
        }
    }

    private final Process process;
    private final Path out;
    private final Path err;

    private Program(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    static Program start(Path folder, Map<String, String> environment, String... arguments) throws IOException {
        // A suite that was started in the background hands down that interrupts are ignored.
        var command = new ArrayList<>(
                List.of("env", "--default-signal=INT", HOME.resolve("poolfit").toString()));
        command.addAll(List.of(arguments));
        Path out = LastLines.of(Files.createTempFile(folder, "out", ".txt"));
        Path err = LastLines.of(Files.createTempFile(folder, "err", ".txt"));
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("XDG_STATE_HOME", folder.resolve("state").toString());
        // Runs of a test end before the optimizing compiler has paid for itself.
        builder.environment().put("POOLFIT_JAVA_OPTS", "-XX:TieredStopAtLevel=1 " + TemporaryFolder.option());
        builder.environment().putAll(environment);
        return new Program(builder.start(), out, err);
    }

    static Result run(Path folder, Map<String, String> environment, String... arguments) throws Exception {
        try (Program program = start(folder, environment, arguments)) {
            return program.await();
        }
    }

    Result await() throws InterruptedException {
        if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("still running after " + LONGEST + ":\n" + text(err));
        }
        return new Result(process.exitValue(), text(out), text(err));
    }

    /** Sends a signal, such as {@code INT} or {@code KILL}, to the program itself: the launcher becomes it. */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor();
    }

    /** Types a line. */
    void type(String line) throws IOException {
        try (var input = process.outputWriter()) {
            input.write(line + "\n");
        }
    }

    /** Waits until it has the service, which it then warms up. */
    void awaitWarmUp() {
        awaitThat(() -> text(err).contains("warming up the service"));
    }

    /** Waits for what comes while the program runs. */
    void awaitThat(Callable<Boolean> condition) {
        Patience.await().ignoreExceptionsInstanceOf(EnvironmentFailure.class).until(() -> {
            if (!process.isAlive()) {
                throw new AssertionError("over too soon: " + await());
            }
            return condition.call();
        });
    }

    /** Kills it at a moment at which that holds. */
    void killWhen(Callable<Boolean> condition) throws InterruptedException {
        awaitThat(() -> {
            if (!condition.call()) {
                return false;
            }
            signal("STOP");
            boolean now = false;
            try {
                now = condition.call();
            } finally {
                signal(now ? "KILL" : "CONT");
            }
            return now;
        });
        await();
    }

    /** What it has told on standard error so far. */
    String err() {
        return text(err);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
