package dev.poolfit.junit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A gate: two builds of a service by turns under one load, on this machine.
 *
 * <pre>{@code
 * PoolfitGate.of(Path.of("poolfit.yaml"))
 *         .base("java -jar old/shop.jar")
 *         .candidate("java -jar target/shop.jar")
 *         .run()
 *         .require(Inconclusive.ABORT);
 * }</pre>
 */
public final class PoolfitGate {
    private final Map<String, String> options = new LinkedHashMap<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final Path file;

    private PoolfitGate(Path file) {
        this.file = file;
    }

    /**
     * Makes a gate by an experiment file.
     *
     * @param file from the folder in which this JVM runs
     */
    public static PoolfitGate of(Path file) {
        return new PoolfitGate(file);
    }

    /** Takes a shell command that starts the build before; {@code {port}} stands for its port, and SERVER_PORT is set. */
    public PoolfitGate base(String command) {
        return with("--base", command);
    }

    /** Takes a shell command that starts the build that is to pass, in the same way. */
    public PoolfitGate candidate(String command) {
        return with("--candidate", command);
    }

    /** Sets the time for the load, such as {@code 2m}, at least a minute; overrides the file. */
    public PoolfitGate budget(String time) {
        return with("--budget", time);
    }

    /** Sets a variable for both builds and the experiment file, such as a database's address. */
    public PoolfitGate environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    private PoolfitGate with(String option, String value) {
        options.put(option, value);
        return this;
    }

    /**
     * Starts both builds, compares them and stops them. Progress goes to standard error.
     *
     * @throws GateFailure if there is no verdict: the input is wrong, or a build, the database or the load failed
     * @throws InterruptedException if this thread was interrupted; both builds have been stopped by then
     */
    public GateResult run() throws InterruptedException {
        var arguments = new ArrayList<>(List.of("gate", file.toString(), "--format", "json"));
        options.forEach((option, value) -> arguments.add(option + "=" + value));
        try {
            PoolfitProgram.Ended ended =
                    new PoolfitProgram(Path.of(""), environment).run(arguments, line -> {}, System.err::println);
            if (ended.results().isEmpty()) {
                throw new GateFailure(
                        "The gate has no verdict, exit code " + ended.exitCode() + ":\n" + ended.lastWords());
            }
            return new GateJson(ended.results()).result();
        } catch (IOException failed) {
            throw new GateFailure("Poolfit could not be started: " + failed);
        }
    }
}
