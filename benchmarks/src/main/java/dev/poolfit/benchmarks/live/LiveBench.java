package dev.poolfit.benchmarks.live;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Runs {@code tune --live} for a service that runs, under a k6 script's traffic, and real pools of several sizes under the same traffic:
 * {@code live PORT SCRIPT MINUTES SIZE… }, such as {@code live 8080 traffic.js 9 10 6 5 4 3 2}; {@code K6} names the program. The first size
 * is the one that the service has. What clients felt is told by k6 alone: each request's start and response time.
 */
public final class LiveBench {
    private static final int ROUNDS = 8;
    private static final long ASIDE_MS = 60_000;
    private static final long PERIOD_MS = 10_000;
    /** Of a period, until waits are those of the new size. */
    private static final long SETTLED_MS = 1_500;

    private static final double PROBABILITY = 0.99;

    /** A time in which one size was in place, or a live run went on. */
    private record Span(String what, int round, long from, long to) {}

    private record Response(long started, double millis, boolean failed) {}

    private LiveBench() {}

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        int[] sizes =
                Arrays.stream(arguments).skip(3).mapToInt(Integer::parseInt).toArray();
        Path folder = Files.createTempDirectory("poolfit-live");
        Path responses = folder.resolve("responses.csv");
        var script = new ProcessBuilder(
                        System.getenv().getOrDefault("K6", "k6"),
                        "run",
                        "--quiet",
                        "--out",
                        "csv=" + responses,
                        arguments[1])
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("k6.log").toFile());
        script.environment().put("K6_CSV_TIME_FORMAT", "unix_milli");
        script.environment().put("PORT", "" + port);
        Process traffic = script.start();
        try {
            var spans = new ArrayList<Span>();
            Thread.sleep(ASIDE_MS / 2);
            aside(spans, "before");
            live(spans, folder, port, arguments[2]);
            aside(spans, "after");
            grid(spans, folder, port, sizes);
            traffic.destroy();
            traffic.waitFor();
            report(spans, read(responses), sizes);
        } finally {
            traffic.destroyForcibly();
            System.out.println("files: " + folder);
        }
    }

    private static void aside(List<Span> spans, String what) throws InterruptedException {
        long from = System.currentTimeMillis();
        Thread.sleep(ASIDE_MS);
        spans.add(new Span(what, 0, from, System.currentTimeMillis()));
    }

    private static void live(List<Span> spans, Path folder, int port, String minutes) throws Exception {
        long from = System.currentTimeMillis();
        Process tune = new ProcessBuilder(
                        "java",
                        "-jar",
                        "tuner/target/poolfit.jar",
                        "tune",
                        "--port",
                        "" + port,
                        "--live",
                        "--yes",
                        "--budget",
                        minutes + "m",
                        "--out",
                        folder.resolve("run").toString())
                .inheritIO()
                .start();
        int code = tune.waitFor();
        spans.add(new Span("live run", 0, from, System.currentTimeMillis()));
        System.out.println("exit code " + code);
    }

    private static void grid(List<Span> spans, Path folder, int port, int[] sizes) throws Exception {
        Path file = folder.resolve("grid.yaml");
        int largest = Arrays.stream(sizes).max().orElseThrow();
        Files.writeString(
                file,
                "service: {attach: {port: %d}}\nload: live\ntune: {pool: 2..%d}\ngoal: {throughput: max}\n"
                        .formatted(port, largest));
        Experiment experiment = new ExperimentReader(System.getenv()).read(file).experiment();
        try (RunningService service = new ServiceOpener(System::nanoTime)
                .open(ServiceRequest.of(experiment, folder.resolve("service.log")))) {
            Settings found = service.found().restrictedTo(Set.of(Knob.POOL));
            try {
                var order = new ArrayList<>(Arrays.stream(sizes).boxed().toList());
                var random = new Random(1);
                for (int round = 0; round < ROUNDS; round++) {
                    Collections.shuffle(order, random);
                    for (int size : order) {
                        service.apply(Settings.NONE.with(Knob.POOL, size));
                        long from = System.currentTimeMillis();
                        Thread.sleep(PERIOD_MS);
                        spans.add(new Span("" + size, round, from + SETTLED_MS, System.currentTimeMillis()));
                    }
                }
            } finally {
                service.apply(found);
            }
        }
    }

    /** Lines of k6: metric, time in milliseconds, value, and labels, of which one says whether a response was the expected one. */
    private static List<Response> read(Path csv) throws IOException {
        var responses = new ArrayList<Response>();
        try (Stream<String> lines = Files.lines(csv)) {
            var header = new ArrayList<String>();
            lines.forEach(line -> {
                String[] cells = line.split(",", -1);
                if (header.isEmpty()) {
                    header.addAll(List.of(cells));
                } else if (cells[0].equals("http_req_duration")) {
                    double millis = Double.parseDouble(cells[header.indexOf("metric_value")]);
                    long ended = Long.parseLong(cells[header.indexOf("timestamp")]);
                    responses.add(new Response(
                            ended - Math.round(millis),
                            millis,
                            !cells[header.indexOf("expected_response")].equals("true")));
                }
            });
        }
        return responses;
    }

    private static void report(List<Span> spans, List<Response> responses, int[] sizes) {
        System.out.println("\n| real pool | requests | mean ms | p99 ms | failed | mean beside pool " + sizes[0]
                + ", ms |\n|---|---|---|---|---|---|");
        double[] today = means(spans, responses, sizes[0]);
        for (int size : sizes) {
            List<Response> own = of(spans, responses, span -> span.what().equals("" + size));
            System.out.printf(
                    Locale.ROOT,
                    "| %d | %d | %.2f | %.1f | %d | %s |%n",
                    size,
                    own.size(),
                    mean(own),
                    quantile(own, PROBABILITY),
                    own.stream().filter(Response::failed).count(),
                    beside(means(spans, responses, size), today));
        }
        List<Response> outside = of(
                spans,
                responses,
                span -> span.what().equals("before") || span.what().equals("after"));
        List<Response> during = of(spans, responses, span -> span.what().equals("live run"));
        System.out.printf(
                Locale.ROOT,
                "%nA minute before and one after: %.2f ms, p99 %.1f ms, %d failed of %d. During the live run: %.2f ms, p99 %.1f ms, %d failed of %d; in all %.1f s more of waiting for responses.%n",
                mean(outside),
                quantile(outside, PROBABILITY),
                outside.stream().filter(Response::failed).count(),
                outside.size(),
                mean(during),
                quantile(during, PROBABILITY),
                during.stream().filter(Response::failed).count(),
                during.size(),
                (mean(during) - mean(outside)) * during.size() / 1e3);
    }

    private static double[] means(List<Span> spans, List<Response> responses, int size) {
        return IntStream.range(0, ROUNDS)
                .mapToDouble(round ->
                        mean(of(spans, responses, span -> span.what().equals("" + size) && span.round() == round)))
                .toArray();
    }

    private static String beside(double[] own, double[] others) {
        double[] differences = new double[own.length];
        for (int i = 0; i < own.length; i++) {
            differences[i] = own[i] - others[i];
        }
        Interval interval = Statistics.acrossRuns(differences);
        return String.format(Locale.ROOT, "%+.2f (%+.2f to %+.2f)", interval.mean(), interval.low(), interval.high());
    }

    private static List<Response> of(List<Span> spans, List<Response> responses, Predicate<Span> which) {
        List<Span> mine = spans.stream().filter(which).toList();
        return responses.stream()
                .filter(each ->
                        mine.stream().anyMatch(span -> each.started() >= span.from() && each.started() < span.to()))
                .toList();
    }

    private static double mean(List<Response> responses) {
        return responses.stream().mapToDouble(Response::millis).average().orElse(Double.NaN);
    }

    private static double quantile(List<Response> responses, double probability) {
        double[] sorted =
                responses.stream().mapToDouble(Response::millis).sorted().toArray();
        return sorted.length == 0 ? Double.NaN : sorted[(int) Math.min(sorted.length - 1, probability * sorted.length)];
    }
}
