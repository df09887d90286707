package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Workload;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Switching;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Decision.TryNext;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/**
 * A service as {@code src/test/python/recorded_services.py} recorded it, a simulator that shares no code with Poolfit's: for
 * each pool what happened second by second under the same weather, and what it gives in a very long run. A search that tries
 * a pool at some second gets what was recorded of it then.
 */
record RecordedService(
        String name, Map<String, Double> law, Map<String, double[]> series, Map<Integer, Interval> truths) {
    private static final String FILE = "recorded.txt.gz";
    /** Seconds of load before each trial that has a load of its own. */
    private static final int WARM = 2;
    /** Seconds that one reading of what is in use stands for. */
    private static final int READING = 5;

    private static final Map<Metric, String> READINGS = Map.of(
            Metric.POOL_ACTIVE, "active",
            Metric.POOL_PENDING, "pending",
            Metric.THREADS_BUSY, "busy",
            Metric.SERVICE_CPU, "service",
            Metric.DATABASE_CPU, "database");

    static List<RecordedService> all() throws IOException {
        var services = new ArrayList<RecordedService>();
        try (var lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Objects.requireNonNull(RecordedService.class.getResourceAsStream(FILE))),
                StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ");
                if (words[0].equals("law")) {
                    services.add(
                            new RecordedService(words[1], parameters(words), new HashMap<>(), new LinkedHashMap<>()));
                } else if (!words[0].equals("#")) {
                    services.get(services.size() - 1).read(words);
                }
            }
        }
        return services;
    }

    private static Map<String, Double> parameters(String... words) {
        return Arrays.stream(words)
                .skip(2)
                .map(each -> each.split("="))
                .collect(Collectors.toMap(each -> each[0], each -> Double.valueOf(each[1])));
    }

    private void read(String... words) {
        double[] values =
                Arrays.stream(words).skip(2).mapToDouble(Double::parseDouble).toArray();
        if (words[0].equals("truth")) {
            truths.put(
                    Integer.valueOf(words[1]), new Interval(values[0], values[0] - values[1], values[0] + values[1]));
        } else {
            series.put(words[0] + " " + words[1], values);
        }
    }

    Workload.Closed users() {
        return new Workload.Closed(law("users"), law.get("think"));
    }

    int law(String of) {
        return law.get(of).intValue();
    }

    Settings at(int pool) {
        return Settings.ofPoolAndThreads(pool, law("threads"));
    }

    int largest() {
        return truths.size();
    }

    /** Good responses a second in a very long run. */
    Interval truth(int pool) {
        return truths.get(pool);
    }

    Interval best() {
        return truths.values().stream()
                .max((one, other) -> Double.compare(one.mean(), other.mean()))
                .orElseThrow();
    }

    /** @param from the second of the record in which the search begins */
    SimulatedQueue.Ended search(Search search, Duration budget, int from) {
        var trials = new ArrayList<Trial>();
        var plans = new ArrayList<TrialPlan>();
        Duration left = budget;
        Decision decision = search.next(trials, left);
        while (decision instanceof TryNext next) {
            plans.add(next.plan());
            List<PlannedTrial> planned = next.plan().trials();
            int first = trials.size() + 1;
            int begin = from + (int) budget.minus(left).toSeconds();
            for (int arm = 0; arm < planned.size(); arm++) {
                PlannedTrial each = planned.get(arm);
                if (next.plan().switching().isPresent()) {
                    Switching turns = next.plan().switching().orElseThrow();
                    trials.add(taken(each, first, first + arm, turns(turns, planned.size(), arm, begin)));
                    left = left.minus(each.measure());
                } else {
                    int second = from + (int) budget.minus(left).toSeconds() + WARM;
                    trials.add(trial(each, first + arm, IntStream.range(second, second + seconds(each.measure())))
                            .build());
                    left = left.minus(each.measure()).minusSeconds(WARM);
                }
            }
            decision = search.next(trials, left);
        }
        return new SimulatedQueue.Ended((Conclusion) decision, trials, plans, left);
    }

    /** The seconds of each period of an arm. */
    private static List<int[]> turns(Switching switching, int arms, int arm, int begin) {
        List<List<Integer>> orders = switching.orders(arms);
        int period = seconds(switching.period());
        return IntStream.range(0, switching.blocks())
                .map(block -> begin + (block * arms + orders.get(block).indexOf(arm)) * period)
                .mapToObj(second -> IntStream.range(second, second + period).toArray())
                .toList();
    }

    private static int seconds(Duration duration) {
        return (int) duration.toSeconds();
    }

    private Trial taken(PlannedTrial planned, int load, int number, List<int[]> turns) {
        List<Double> rates = turns.stream()
                .map(turn -> Arrays.stream(turn)
                        .mapToDouble(second -> at("rate", planned, second))
                        .average()
                        .orElseThrow())
                .toList();
        return trial(planned, number, turns.stream().flatMapToInt(Arrays::stream))
                .undecidedP99Ms(1)
                .periods(load, rates)
                .build();
    }

    private TrialBuilder trial(PlannedTrial planned, int number, IntStream during) {
        int[] seconds = during.toArray();
        double[] rates = Arrays.stream(seconds)
                .mapToDouble(second -> at("rate", planned, second))
                .toArray();
        double responses = Math.max(1, Arrays.stream(rates).sum());
        double meanMs = Arrays.stream(seconds)
                        .mapToDouble(second -> at("rate", planned, second) * at("response", planned, second))
                        .sum()
                / responses;
        TrialBuilder trial = TrialBuilder.trial(number)
                .role(planned.role())
                .at(planned.settings())
                .expecting(planned.predicted())
                .lasting(WARM, seconds.length)
                .rate(Statistics.rate(rates))
                .responseMs(meanMs)
                .p99Ms(3 * meanMs, 0.2 * meanMs)
                .read(Metric.USERS, law("users"))
                .read(Metric.ACQUISITIONS, responses / seconds.length);
        READINGS.forEach((metric, name) -> trial.read(
                metric,
                Arrays.stream(seconds)
                        .mapToDouble(second -> at(name, planned, second / READING))
                        .average()
                        .orElseThrow()));
        return trial;
    }

    /** What the file has, in its units turned into ours: tenths of what waits or is busy, hundredths of a core. */
    private double at(String what, PlannedTrial planned, int place) {
        double[] values = series.get(what + " " + planned.settings().pool().orElseThrow());
        double value = values[place % values.length];
        return switch (what) {
            case "rate", "response" -> value;
            case "active", "pending", "busy" -> value / 10;
            default -> value / 100;
        };
    }
}
