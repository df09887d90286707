package dev.poolfit.benchmarks;

import dev.poolfit.model.Demand;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** LINE's layered solver, run by {@code benchmarks/python/line_layered.py} in a virtual environment of its own. */
final class LineSolver {
    private static final Pattern NUMBERS = Pattern.compile("\"throughput\": ([^,]+), \"seconds\": ([^}]+)}");

    /**
     * The result of a service.
     *
     * @param throughput requests a second; NaN where there is no result
     * @param seconds of solving
     * @param error the reason why there is no result; empty where there is one
     */
    record Answer(double throughput, double seconds, String error) {}

    private LineSolver() {}

    /** Solves them one after another, each for at most so many seconds, their layers by {@code MVA} or {@code NC}. */
    static List<Answer> solve(Path home, List<SampleServices.Sample> samples, int seconds, String layers)
            throws IOException, InterruptedException {
        Path python = home.resolve("benchmarks/target/venv-solver/bin/python");
        Path program = home.resolve("benchmarks/python/line_layered.py");
        Process process = new ProcessBuilder(python.toString(), program.toString(), Integer.toString(seconds), layers)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
            for (SampleServices.Sample each : samples) {
                in.write(json(each));
                in.newLine();
            }
        }
        List<Answer> answers = new ArrayList<>();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                Matcher numbers = NUMBERS.matcher(line);
                if (numbers.find()) {
                    answers.add(
                            new Answer(Double.parseDouble(numbers.group(1)), Double.parseDouble(numbers.group(2)), ""));
                } else if (line.contains("\"error\"")) {
                    answers.add(new Answer(Double.NaN, Double.NaN, line));
                }
            }
        }
        int code = process.waitFor();
        while (answers.size() < samples.size()) {
            answers.add(new Answer(Double.NaN, Double.NaN, "LINE ended with " + code));
        }
        return answers;
    }

    private static String json(SampleServices.Sample sample) {
        Demand demand = sample.model().demand();
        boolean whole = demand.openInView();
        return String.format(
                Locale.ROOT,
                "{\"serviceCores\": %.0f, \"databaseCores\": %d, \"users\": %d, \"think\": %s, \"threads\": %d, \"pool\": %d,"
                        + " \"cpuOutside\": %s, \"cpuHeld\": %s, \"databaseCpu\": %s, \"delay\": %s}",
                sample.model().capacity().serviceCores(),
                sample.model().capacity().databaseCores(),
                sample.users().users(),
                sample.users().think(),
                sample.limits().threads(),
                sample.limits().pool(),
                whole ? 0 : demand.cpuOutside(),
                whole ? demand.serviceCpu() : demand.cpuHeld(),
                demand.databaseCpu(),
                demand.delay());
    }
}
