package dev.poolfit.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** SimPy and ciw, in an environment of their own that is made on first use. */
final class PythonSimulators {
    private static final Path PROGRAMS = Path.of("benchmarks", "python");
    private static final Path ENVIRONMENT = Path.of("benchmarks", "target", "venv");
    private static final JsonMapper JSON = new JsonMapper();

    private PythonSimulators() {}

    static Collection<Measured> measure(int requests, int repetitions) throws IOException, InterruptedException {
        Path installed = ENVIRONMENT.resolve("installed");
        if (!Files.exists(installed)) {
            run("python3", "-m", "venv", ENVIRONMENT.toString());
            run(
                    ENVIRONMENT.resolve("bin/pip").toString(),
                    "install",
                    "--quiet",
                    "--disable-pip-version-check",
                    "--requirement",
                    PROGRAMS.resolve("requirements.txt").toString());
            Files.createFile(installed);
        }
        String lines = run(
                ENVIRONMENT.resolve("bin/python").toString(),
                PROGRAMS.resolve("simulators.py").toString(),
                Integer.toString(requests),
                Integer.toString(repetitions));
        Map<String, Measured> measured = new LinkedHashMap<>();
        lines.lines().map(JSON::readTree).forEach(line -> add(measured, line));
        return measured.values();
    }

    private static void add(Map<String, Measured> measured, JsonNode line) {
        String engine = line.get("engine").asString();
        String model = line.get("model").asString();
        long requests = line.get("requests").asLong();
        var rates = new Rates(
                line.get("throughput").asDouble(), line.get("response").asDouble(), requests, 2 * requests);
        measured.computeIfAbsent(engine + model, key -> new Measured(engine, model))
                .add(rates, line.get("cpuSeconds").asDouble());
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " ended with exit code " + process.exitValue());
        }
        return output;
    }
}
