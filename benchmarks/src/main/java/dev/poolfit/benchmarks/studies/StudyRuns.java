package dev.poolfit.benchmarks.studies;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs studies by the launcher, all of them once, then all of them again: {@code studies [RUNS [NAME...]]}, such as
 * {@code studies 3 stock solutions-fixed}. The same study is to get the same answer, give or take one
 * connection. Every run stays in {@code benchmarks/target/studies}.
 */
public final class StudyRuns {
    private static final List<String> ALL =
            List.of("stock", "board", "studies", "solutions", "solutions-fixed", "posts");
    private static final String MENDED = "-fixed";

    private StudyRuns() {}

    public static void main(String[] arguments) throws Exception {
        int runs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
        List<String> names = arguments.length > 1 ? List.of(arguments).subList(1, arguments.length) : ALL;
        Path folder = home().resolve(Path.of("benchmarks", "target", "studies"));
        System.out.println(
                "| study | run | answer | rate /s | found at the start | gain | trials | load s | in all s |\n"
                        + "|---|---|---|---|---|---|---|---|---|");
        for (int run = 1; run <= runs; run++) {
            for (String name : names) {
                long second = System.currentTimeMillis() / 1000;
                print(name, run, tuned(name, folder.resolve(name + "-" + second)));
            }
        }
    }

    private static JsonNode tuned(String name, Path out) throws IOException, InterruptedException {
        var command = new ProcessBuilder(
                home().resolve("poolfit").toString(),
                "demo",
                "--study",
                name.replace(MENDED, ""),
                "--out",
                out.toString(),
                "--format",
                "json");
        if (name.endsWith(MENDED)) {
            command.command().add("--fixed");
        }
        int exitCode = command.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (exitCode > 1) {
            throw new IllegalStateException("poolfit demo --study " + name + " ended with " + exitCode);
        }
        return new JsonMapper().readTree(out.resolve("result.json").toFile());
    }

    private static Path home() {
        return Path.of(System.getProperty("poolfit.home", ".")).toAbsolutePath();
    }

    private static void print(String name, int run, JsonNode result) {
        JsonNode answer = result.path("recommendation");
        JsonNode before = result.path("baseline");
        System.out.println("| "
                + String.join(
                        " | ",
                        Arrays.asList(
                                name,
                                "" + run,
                                answer.isObject()
                                        ? settings(answer)
                                        : result.path("outcome").asString(),
                                answer.isObject() ? rate(answer) : "",
                                settings(before) + ": " + rate(before),
                                gain(result.path("gain")),
                                "" + result.path("trials").size(),
                                String.format(
                                        Locale.ROOT,
                                        "%.0f",
                                        result.path("loadSeconds").asDouble()),
                                String.format(
                                        Locale.ROOT,
                                        "%.0f",
                                        result.path("totalSeconds").asDouble())))
                + " |");
    }

    private static String gain(JsonNode gain) {
        return gain.isObject()
                ? String.format(
                        Locale.ROOT,
                        "×%.2f (%.2f–%.2f)",
                        gain.path("mean").asDouble(),
                        gain.path("low").asDouble(),
                        gain.path("high").asDouble())
                : "";
    }

    private static String settings(JsonNode performance) {
        return performance.path("settings").toString().replaceAll("[{}\"]", "").replace(",", ", ");
    }

    private static String rate(JsonNode performance) {
        JsonNode throughput = performance.path("throughput");
        return String.format(
                Locale.ROOT,
                "%.1f (%.1f–%.1f)",
                throughput.path("mean").asDouble(),
                throughput.path("low").asDouble(),
                throughput.path("high").asDouble());
    }
}
