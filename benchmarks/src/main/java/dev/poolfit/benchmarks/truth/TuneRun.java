package dev.poolfit.benchmarks.truth;

import dev.poolfit.process.SupervisedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs the program as its users do, in a process of its own, on a law's service. */
final class TuneRun {
    private static final int MOST_MINUTES = 15;

    private final Path jar;
    private final Path folder;

    /** @param folder an own one, for the experiment, the run and the state that the program keeps between runs */
    TuneRun(Path jar, Path folder) {
        this.jar = jar;
        this.folder = folder;
    }

    /**
     * Returns the run's {@code result.json}.
     *
     * @throws IOException if the program ended without one
     */
    JsonNode of(Law law, int port, long seed) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("experiment.yaml"), """
                name: %s
                service: {attach: {port: %d}}
                load: {users: %d, think: %dms, requests: [{get: "http://127.0.0.1:%d/"}]}
                tune: {pool: %s}
                goal: {throughput: "%s"}
                budget: %s
                seed: %d
                """.formatted(
                        law.id(),
                        port,
                        law.users.count(),
                        law.users.think(),
                        port,
                        law.ask.pool(),
                        law.ask.goal(),
                        law.ask.budget(),
                        seed));
        Path out = folder.resolve("run");
        int exitCode = run("tune", file.toString(), "--out", out.toString());
        Path result = out.resolve("result.json");
        if (!Files.exists(result)) {
            throw new IOException("no result, exit code " + exitCode + "; see " + folder.resolve("tune.log"));
        }
        return new JsonMapper().readTree(result.toFile());
    }

    private int run(String... arguments) throws IOException, InterruptedException {
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        // As the launcher starts it.
        List<String> java = List.of(
                RunningLaw.java(),
                "-Xms64m",
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Djava.io.tmpdir=" + temporary,
                "-jar",
                jar.toString());
        try (SupervisedProcess process = SupervisedProcess.start(new SupervisedProcess.Start(
                Stream.concat(java.stream(), Arrays.stream(arguments)).toList(),
                folder,
                Map.of("XDG_STATE_HOME", folder.resolve("state").toString()),
                folder.resolve("tune.log"),
                "INT",
                null))) {
            return process.onExit().get(MOST_MINUTES, TimeUnit.MINUTES);
        } catch (ExecutionException | TimeoutException endless) {
            throw new IOException("no end after " + MOST_MINUTES + " minutes", endless);
        }
    }
}
