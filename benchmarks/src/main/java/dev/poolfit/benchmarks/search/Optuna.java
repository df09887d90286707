package dev.poolfit.benchmarks.search;

import dev.poolfit.experiment.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A Python process in which Optuna keeps studies; it serves one thread at a time. */
final class Optuna implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    private final Process process;
    private final Writer to;
    private final BufferedReader from;
    private final String version;
    private final List<String> samplers = new ArrayList<>();

    private Optuna(Process process) throws IOException {
        this.process = process;
        to = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        from = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        JsonNode hello = read();
        version = hello.get("optuna").asString();
        hello.get("samplers").forEach(each -> samplers.add(each.asString()));
    }

    /**
     * Starts Optuna, and installs it before where it is not.
     *
     * @param home of the project
     */
    static Optuna start(Path home) throws IOException, InterruptedException {
        Path python = install(home);
        var command = new ArrayList<String>(List.of(
                python.toString(),
                home.resolve("benchmarks/python/optuna_peer.py").toString()));
        for (int each : new int[] {
            Space.POOLS.low(),
            Space.POOLS.high(),
            Space.THREADS.low(),
            Space.THREADS.high(),
            Space.FOUND.pool().orElseThrow(),
            Space.FOUND.threads().orElseThrow()
        }) {
            command.add("" + each);
        }
        return new Optuna(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    private static Path install(Path home) throws IOException, InterruptedException {
        Path venv = home.resolve("benchmarks/target/venv-search");
        Path python = venv.resolve("bin/python");
        Path installed = venv.resolve("installed");
        if (!Files.exists(installed)) {
            System.err.println("installing Optuna in " + venv);
            command("python3", "-m", "venv", venv.toString());
            Path requirements = home.resolve("benchmarks/python/requirements-search.txt");
            command(python.toString(), "-m", "pip", "install", "--quiet", "-r", requirements.toString());
            Files.createFile(installed);
        }
        return python;
    }

    private static void command(String... command) throws IOException, InterruptedException {
        int code = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + code);
        }
    }

    String version() {
        return version;
    }

    /** Returns the samplers, such as {@code tpe} and, where PyTorch is installed, {@code gp}. */
    List<String> samplers() {
        return List.copyOf(samplers);
    }

    Study study(String sampler, long seed) {
        return new Study(sampler, seed);
    }

    private JsonNode read() throws IOException {
        String line = from.readLine();
        if (line == null) {
            throw new IOException("Optuna's process has ended");
        }
        return JSON.readTree(line);
    }

    private void write(Map<String, ? extends @Nullable Object> message) {
        try {
            to.write(JSON.writeValueAsString(message) + "\n");
            to.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }

    /** Runs one of Optuna's samplers on one service. */
    final class Study implements Peer, AutoCloseable {
        private final String sampler;
        private final long seed;
        private final String name;

        private Study(String sampler, long seed) {
            this.sampler = sampler;
            this.seed = seed;
            name = sampler + " " + seed;
        }

        @Override
        public Optional<Settings> next(List<Tried> soFar) {
            var message = new HashMap<String, @Nullable Object>();
            message.put("study", name);
            message.put("sampler", sampler);
            message.put("seed", seed & 0x7FFF_FFFF);
            message.put(
                    "value",
                    soFar.isEmpty() ? null : soFar.get(soFar.size() - 1).throughput());
            write(message);
            try {
                JsonNode answer = read();
                return Optional.of(Settings.ofPoolAndThreads(
                        answer.get("pool").asInt(), answer.get("threads").asInt()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            write(Map.of("study", name, "end", true));
        }
    }
}
