package dev.poolfit.benchmarks;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.load.VertxLoadEngine;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.trial.Lab;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Measures every pool size of the stock study around the answer, interleaved, as the truth that the search is held
 * against: {@code sweep [LOW HIGH ROUNDS SECONDS]}.
 */
public final class StockSweep {
    private StockSweep() {}

    public static void main(String[] arguments) throws Exception {
        int low = argument(arguments, 0, 6);
        int high = argument(arguments, 1, 12);
        int rounds = argument(arguments, 2, 4);
        int seconds = argument(arguments, 3, 8);
        Map<Integer, List<Trial>> trials = new TreeMap<>();
        try (var bench = StockBench.start();
                var engine = new VertxLoadEngine()) {
            Settings found = bench.service.found();
            List<Settings> settings = IntStream.rangeClosed(low, high)
                    .mapToObj(pool ->
                            Settings.ofPoolAndThreads(pool, found.threads().orElseThrow()))
                    .toList();
            var lab =
                    new Lab(bench.experiment, bench.service, engine, (sample, measuring) -> {}, InstantSource.system());
            bench.service.apply(bench.experiment.fixed());
            lab.warmUp(found, bench.experiment.space());
            int number = 0;
            for (PlannedTrial planned : TrialPlan.interleaved(
                            Role.CONFIRM, settings, rounds, Duration.ofSeconds(seconds), 1)
                    .trials()) {
                Trial trial = lab.run(planned, ++number).trial();
                trials.computeIfAbsent(trial.settings().pool().orElseThrow(), ignored -> new ArrayList<>())
                        .add(trial);
            }
        }
        print(trials);
    }

    private static int argument(String[] arguments, int index, int otherwise) {
        return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
    }

    private static void print(Map<Integer, List<Trial>> trials) {
        System.out.println("pool  trials  rate/s   lowest  highest  p99 ms  failed  set aside");
        int answer = 0;
        for (var entry : trials.entrySet()) {
            List<Trial> valid = entry.getValue().stream().filter(Trial::valid).toList();
            var rates = valid.stream()
                    .mapToDouble(trial -> trial.throughput().mean())
                    .summaryStatistics();
            double p99 = valid.stream()
                    .mapToDouble(trial -> trial.p99Ms().mean())
                    .average()
                    .orElse(0);
            long failed = valid.stream().mapToLong(Trial::failed).sum();
            System.out.printf(
                    "%4d  %6d  %6.1f  %7.1f  %7.1f  %6.0f  %6d  %9d%n",
                    entry.getKey(),
                    valid.size(),
                    rates.getAverage(),
                    rates.getMin(),
                    rates.getMax(),
                    p99,
                    failed,
                    entry.getValue().size() - valid.size());
            if (answer == 0 && rates.getCount() > 0 && rates.getAverage() >= 150 && failed == 0) {
                answer = entry.getKey();
            }
        }
        System.out.println("smallest pool that reaches 150/s on average, without a failed request: " + answer);
    }
}
