package dev.poolfit.benchmarks.tools;

import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.studies.Study;
import dev.poolfit.studies.StudyDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tunes the stock study with the built-in engine, with a k6 script and with a JMeter plan, each with 100 users and the
 * same request, in turns: {@code tools [ROUNDS]}. The answers are to be the same, give or take one connection.
 */
public final class SameAnswer {
    private final Path home = Path.of(System.getProperty("poolfit.home", ".")).toAbsolutePath();
    private final Path folder;
    private final EmbeddedDatabase database;

    private SameAnswer(Path folder, EmbeddedDatabase database) {
        this.folder = folder;
        this.database = database;
    }

    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
        Path folder = Files.createTempDirectory("poolfit-tools");
        Path databases = Path.of(System.getProperty("poolfit.home", "."), "demo", "target", "databases");
        try (EmbeddedDatabase database =
                EmbeddedDatabase.start(StudyDatabase.MARIADB, Study.STOCK.durability(), databases, folder, 300)) {
            new SameAnswer(folder, database).run(rounds);
        } finally {
            try (var files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    private void run(int rounds) throws Exception {
        int port = freePort();
        Map<String, String> loads = new LinkedHashMap<>();
        loads.put(
                "built-in", "{users: 100, requests: [{get: 'http://127.0.0.1:%d/stocks/{1..2000}'}]}".formatted(port));
        loads.put(
                "k6",
                "{k6: {script: '%s/examples/shop.js', command: '%s', env: {PORT: %d}}, users: 100}"
                        .formatted(home, installed("install-k6"), port));
        loads.put(
                "JMeter",
                "{jmeter: {plan: '%s/examples/shop.jmx', command: '%s', properties: {port: %d}}, users: 100}"
                        .formatted(home, installed("install-jmeter"), port));
        System.out.println(
                "| round | engine | pool | rate /s | p99 ms | trials | load s |\n|---|---|---|---|---|---|---|");
        for (int round = 1; round <= rounds; round++) {
            for (var load : loads.entrySet()) {
                JsonNode result = tuned(load.getValue(), port);
                JsonNode answer = result.path("recommendation");
                System.out.printf(
                        "| %d | %s | %s | %.1f (%.1f–%.1f) | %.0f | %d | %.0f |%n",
                        round,
                        load.getKey(),
                        answer.at("/settings/pool")
                                .asString(result.path("outcome").asString()),
                        answer.at("/throughput/mean").asDouble(),
                        answer.at("/throughput/low").asDouble(),
                        answer.at("/throughput/high").asDouble(),
                        answer.path("p99Ms").asDouble(),
                        result.path("trials").size(),
                        result.path("loadSeconds").asDouble());
            }
        }
    }

    private JsonNode tuned(String load, int port) throws IOException, InterruptedException {
        String study = Study.STOCK.experiment();
        Path file = folder.resolve("stock.yaml");
        Files.writeString(
                file,
                study.substring(0, study.indexOf("load:")) + "load: " + load + "\n"
                        + study.substring(study.indexOf("tune:"), study.indexOf("earlier:")));
        Path out = folder.resolve("run");
        var command = new ProcessBuilder(
                        home.resolve("poolfit").toString(), "tune", file.toString(), "--out", out.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        command.environment()
                .putAll(Map.of(
                        "DEMO_JAR", home.resolve("demo/target/poolfit-demo.jar").toString(),
                        "PORT", "" + port,
                        "MANAGEMENT_PORT", "" + freePort(),
                        "DB_URL", database.jdbcUrl(),
                        "DB_USER", database.user(),
                        "DB_PASSWORD", database.password()));
        int exitCode = command.start().waitFor();
        if (exitCode > 1) {
            throw new IllegalStateException("poolfit tune ended with " + exitCode + " for load: " + load);
        }
        return new JsonMapper().readTree(out.resolve("result.json").toFile());
    }

    private String installed(String script) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        home.resolve("tuner/src/test/tools").resolve(script).toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(script + " failed");
        }
        List<String> lines = output.strip().lines().toList();
        return lines.get(lines.size() - 1);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
