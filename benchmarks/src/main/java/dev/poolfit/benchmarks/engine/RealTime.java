package dev.poolfit.benchmarks.engine;

import dev.poolfit.app.LoadEngines;
import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Script;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.LoadRun;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/**
 * Measures how well the built-in engine keeps time on this machine, which no test may ask: {@code realtime [SECONDS]}. Response
 * times beside what the service itself knows of them, requests due a second, users beside their line, the rate at which a
 * service of known limit breaks, and three segments of k6 beside one process.
 */
public final class RealTime {
    private static final int RATE = 500;
    private static final long SECOND = 1_000_000_000;
    private static final long MILLISECOND = 1_000_000;

    private final int seconds;

    private RealTime(int seconds) {
        this.seconds = seconds;
    }

    public static void main(String[] arguments) throws Exception {
        var bench = new RealTime(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10);
        bench.responseTimes();
        bench.arrivals();
        bench.stages();
        bench.ramp();
        bench.segments();
    }

    private void responseTimes() throws InterruptedException {
        System.out.printf("Open load, %d/s for %d s, microseconds%n%n", RATE, seconds);
        System.out.println("| service time | p50 measured | true | p99 measured | true | highest measured | true |");
        System.out.println("|---|---|---|---|---|---|---|");
        responseTimes("20 ms, fixed", (request, arrived) -> arrived + 20 * MILLISECOND);
        double[] times = new SplittableRandom(7)
                .doubles(100_000)
                .map(uniform -> -Math.log(1 - uniform) * 10 * MILLISECOND)
                .toArray();
        responseTimes("10 ms, exponential", (request, arrived) -> arrived + (long) times[request]);
        responseTimes("2 ms, and a stall of 1 s", (request, arrived) -> {
            int first = 3 * RATE / 2;
            boolean stalled = request >= first && request < first + RATE;
            double left = stalled ? (double) (first + RATE - request) / RATE : 0;
            return arrived + (long) (left * SECOND) + 2 * MILLISECOND;
        });
    }

    private void responseTimes(String name, StubService.Plan plan) throws InterruptedException {
        try (var service = new StubService(plan)) {
            List<ClientSecond> all = run(load(new Load.Open(new Rate(RATE)), service.url()), seconds);
            var measured = new Histogram(3);
            all.subList(1, seconds).forEach(second -> measured.add(second.latency()));
            Histogram truth = service.truth(RATE, SECOND, seconds * SECOND);
            System.out.printf("| %s |", name);
            for (double percentile : new double[] {50, 99, 100}) {
                System.out.printf(
                        " %d | %d |",
                        measured.getValueAtPercentile(percentile), truth.getValueAtPercentile(percentile));
            }
            System.out.println();
        }
    }

    private void arrivals() throws InterruptedException {
        try (var service = new StubService((request, arrived) -> arrived + MILLISECOND)) {
            LongSummaryStatistics due = run(load(new Load.Open(new Rate(200)), service.url()), seconds).stream()
                    .mapToLong(ClientSecond::due)
                    .summaryStatistics();
            System.out.printf("%n200/s: %d to %d requests due a second%n", due.getMin(), due.getMax());
        }
    }

    private void stages() throws InterruptedException {
        var stages = new Load.Stages(List.of(
                new Load.Stage(Duration.ofSeconds(4), 40),
                new Load.Stage(Duration.ofSeconds(1), 40),
                new Load.Stage(Duration.ofSeconds(4), 0)));
        try (var service = new StubService((request, arrived) -> arrived + 20 * MILLISECOND)) {
            double off = run(load(stages, service.url()), 9).stream()
                    .mapToDouble(second ->
                            Math.abs(second.users() - stages.usersAt(Duration.ofSeconds(second.second() + 1))))
                    .max()
                    .orElseThrow();
            System.out.printf("0 to 40 to 0 users: at most %.1f users off their line%n", off);
        }
    }

    private void ramp() throws InterruptedException {
        var ramp =
                new Load.Ramp(Optional.of(new Rate(400)), 0, Duration.ofSeconds(16), new Share(0.01), Optional.empty());
        var free = new AtomicLong(Long.MIN_VALUE);
        try (var service = new StubService(
                (request, arrived) -> free.updateAndGet(before -> Math.max(before, arrived) + 10 * MILLISECOND))) {
            List<ClientSecond> all = run(load(ramp, service.url()), 12);
            double carried = all.subList(6, 12).stream()
                    .mapToLong(ClientSecond::good)
                    .average()
                    .orElseThrow();
            System.out.printf("A ramp beyond a service of 100/s: it carried %.1f/s%n", carried);
        }
    }

    private void segments() throws Exception {
        Path target = Path.of(System.getProperty("poolfit.home"), "benchmarks", "target");
        Path k6 = target.resolve("k6").resolve("k6");
        try (var service = new StubService((request, arrived) -> arrived + (10 + request % 10 * 10) * MILLISECOND)) {
            Path script = Files.writeString(target.resolve("segments.js"), """
                    import http from 'k6/http';
                    import { sleep } from 'k6';
                    export const options = { scenarios: { a: { executor: 'constant-vus', vus: 12, duration: '10m' } } };
                    export default function () { http.get('%s'); sleep(0.02); }
                    """.formatted(service.url()));
            List<ClientSecond> one = run(script(script, k6.toString(), List.of()), seconds);
            String segment = k6 + " {args}";
            List<ClientSecond> three = run(script(script, "k6", List.of(segment, segment, segment)), seconds);
            System.out.printf(
                    "k6 in three segments beside one process: %.3f of its rate, %.3f of its p50%n",
                    rate(three) / rate(one), p50(three) / p50(one));
        }
    }

    private static Load script(Path script, String command, List<String> segments) {
        return Load.of(new Script.K6(script, command, Map.of(), segments), new Load.Scripted(), Set.of());
    }

    private static double rate(List<ClientSecond> all) {
        return all.stream().skip(1).mapToLong(ClientSecond::good).average().orElseThrow();
    }

    private static double p50(List<ClientSecond> all) {
        var latency = new Histogram(3);
        all.forEach(second -> latency.add(second.latency()));
        return latency.getValueAtPercentile(50);
    }

    private static Load load(Load.Shape shape, String url) {
        var request = new Load.Request("GET", url, 1, Map.of(), Optional.empty(), new IntRange(200, 299));
        return new Load(shape, Duration.ZERO, List.of(request), Duration.ofSeconds(10), Set.of());
    }

    private static List<ClientSecond> run(Load load, int seconds) throws InterruptedException {
        List<ClientSecond> all = new CopyOnWriteArrayList<>();
        try (LoadEngine engine = LoadEngines.of(load)) {
            LoadRun run = engine.start(load, 1, all::add);
            while (all.size() < seconds) {
                Thread.sleep(20);
            }
            run.stop(Duration.ofSeconds(5));
        }
        return List.copyOf(all);
    }
}
