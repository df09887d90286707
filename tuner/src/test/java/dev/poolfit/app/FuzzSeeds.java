package dev.poolfit.app;

import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.experiment.Found;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.WorkerThreads;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.RunEnd;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.journal.RunNotes;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The sound files that are damaged. */
final class FuzzSeeds {
    private static final int START = 1_683_005_406;
    private static final int REQUESTS = 160;

    private final Path examples;
    private final List<byte[]> experiments;
    private final List<byte[]> results;
    /** The files of a run, which are made once, for each waits for the disk. */
    private final Map<Path, byte[]> run = new TreeMap<>();

    /** @param examples the folder of examples */
    FuzzSeeds(Path examples) {
        this.examples = examples;
        experiments = files(examples, ".yaml");
        results = new ArrayList<>(files(examples.resolve("results"), ".csv"));
        toolFiles().forEach(text -> results.add(text.getBytes(StandardCharsets.UTF_8)));
    }

    List<byte[]> experiments() {
        return experiments;
    }

    List<byte[]> results() {
        return results;
    }

    /** Copies the files that the examples name. */
    void besides(Path folder) throws IOException {
        for (String name : List.of("shop.js", "shop.jmx", "accounts.csv")) {
            Files.copy(examples.resolve(name), folder.resolve(name));
        }
    }

    /** Makes the folder of a finished run. */
    void run(Path folder) throws IOException {
        if (run.isEmpty()) {
            finish(folder);
            try (var files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    run.put(folder.relativize(file), Files.readAllBytes(file));
                }
            }
        }
        Files.createDirectories(folder.resolve("series"));
        for (var file : run.entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue());
        }
    }

    private void finish(Path folder) throws IOException {
        var run = new RunFolder(folder);
        Journal journal = Journal.begin(run, Files.readString(examples.resolve("attach.yaml")));
        for (int i = 1; i <= 5; i++) {
            journal.append(trial(i, i == 1 ? 10 : 20), series());
        }
        new RunNotes(
                        Instant.parse("2026-01-02T03:04:05Z"),
                        new Found(
                                Settings.ofPoolAndThreads(10, 100),
                                WorkerThreads.TOMCAT,
                                OptionalInt.of(151),
                                OptionalInt.empty(),
                                Found.USUAL_HOUSEKEEPING,
                                false),
                        Duration.ofMinutes(5),
                        Optional.of(Message.verbatim("MariaDB 11.4.5")),
                        List.of(Message.of("missing.tomcat")),
                        2,
                        OptionalDouble.empty(),
                        Optional.of(new RunEnd(60, Duration.ZERO, false)),
                        0,
                        Map.of(),
                        Optional.of(true))
                .write(run);
    }

    /** A note of changed settings by a tuner that is gone, on a service that is gone. */
    byte[] note() {
        return """
                {"version":2,"tuner":4194999,"started":"2026-01-02T03:04:05Z","found":{\
                "process":"4194998 2026-01-02T03:04:00Z","jvm":"4194998@host 1767323040000",\
                "pool":"HikariPool-1","connector":"Tomcat:type=ThreadPool,name=\\"http-nio-8080\\"",\
                "settings":{"pool":10,"threads":100,"minimum-idle":10,"connection-timeout":3000},\
                "changes":[{"pool":20,"minimum-idle":20}]}}
                """.getBytes(StandardCharsets.UTF_8);
    }

    private static List<byte[]> files(Path folder, String ending) {
        try (var files = Files.list(folder)) {
            var contents = new ArrayList<byte[]>();
            for (Path file : files.filter(each -> each.toString().endsWith(ending))
                    .sorted()
                    .toList()) {
                contents.add(Files.readAllBytes(file));
            }
            return contents;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** One file of each kind that load tools write, of a test of 8 s. */
    private static List<String> toolFiles() {
        return List.of(
                requests(
                        "metric_name,timestamp,metric_value,error_code,expected_response,group,status\n",
                        i -> "http_req_duration," + second(i) + "," + (10 + i % 7) + ".5,,true,,200\nvus," + second(i)
                                + ",20,,,,\n"),
                requests(
                        "",
                        i -> "{\"metric\":\"http_req_duration\",\"type\":\"Point\",\"data\":{\"time\":\""
                                + Instant.ofEpochSecond(second(i)) + "\",\"value\":" + (10 + i % 7)
                                + ",\"tags\":{\"status\":\"200\",\"expected_response\":\"true\"}}}\n"),
                """
                {"root_group": {"name": "", "checks": {}}, "metrics": {
                  "http_reqs": {"count": 1600, "rate": 100},
                  "iterations": {"count": 1600, "rate": 100},
                  "iteration_duration": {"avg": 150.2, "max": 210},
                  "http_req_duration": {"avg": 50.2, "med": 40, "p(95)": 90, "p(99)": 120.5, "max": 200},
                  "http_req_failed": {"passes": 16, "fails": 1584, "value": 0.01},
                  "vus": {"value": 3, "min": 0, "max": 15}, "vus_max": {"value": 20, "min": 20, "max": 20}}}
                """,
                """
                {"state": {"testRunDurationMs": 16000}, "metrics": {
                  "http_reqs": {"type": "counter", "contains": "default", "values": {"count": 1600, "rate": 100}},
                  "http_req_duration": {"type": "trend", "contains": "time", "values": {"avg": 50.2, "p(99)": 120.5}},
                  "http_req_failed": {"type": "rate", "values": {"rate": 0.01, "passes": 16, "fails": 1584}},
                  "vus": {"type": "gauge", "values": {"value": 3, "min": 0, "max": 15}}}}
                """,
                requests(
                        "timeStamp,elapsed,label,responseCode,responseMessage,success,allThreads\n",
                        i -> second(i) + "250," + (10 + i % 7) + ",GET /a,200,OK,true,10\n"),
                requests(
                                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testResults version=\"1.2\">\n",
                                i -> "<httpSample t=\"" + (10 + i % 7) + "\" ts=\"" + second(i)
                                        + "250\" s=\"true\" na=\"10\" lb=\"a\"/>\n")
                        + "</testResults>\n",
                "DateTime,vuser,TPS,Errors,Mean_Test_Time_(ms)\n"
                        + IntStream.range(10, 30)
                                .mapToObj(i -> "2026-08-14 03:00:" + i + ",10,40,0,5\n")
                                .collect(Collectors.joining()));
    }

    private static String requests(String head, IntFunction<String> request) {
        return head + IntStream.range(0, REQUESTS).mapToObj(request).collect(Collectors.joining());
    }

    private static int second(int request) {
        return START + request / 20;
    }

    private static List<Sample> series() {
        return IntStream.range(0, 10)
                .mapToObj(second ->
                        new Sample(second, Map.of(Metric.THROUGHPUT, 160.0, Metric.P99, 20.5, Metric.POOL_ACTIVE, 9.0)))
                .toList();
    }

    private static MeasuredTrial trial(int number, int pool) {
        return TrialBuilder.saturated(number, pool).measured();
    }
}
