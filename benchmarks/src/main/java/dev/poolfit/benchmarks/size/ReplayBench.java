package dev.poolfit.benchmarks.size;

import dev.poolfit.benchmarks.StudyBench;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.holders.RecordedHolds;
import dev.poolfit.model.replay.BorrowSequence;
import dev.poolfit.model.replay.Contention;
import dev.poolfit.model.replay.PoolReplay;
import dev.poolfit.model.replay.ReplayedWaits;
import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.studies.Study;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Compares waits that a replay foretells with those of real pools: {@code size STUDY|FILE RATE LARGE SIZE… [ROUNDS SECONDS] [--day]} as
 * {@code size stock 100 30 6,7,8,10,12 3 30}. With {@code --day} the traffic of each size rises and falls once. In each round the pool has each size in random order under the same arrivals, and
 * what was recorded with the large one is replayed with the others. FILE is an experiment that attaches to a service which runs.
 */
public final class ReplayBench {
    private static final int WARM_SECONDS = 60;
    private static final int SETTLING = 3;
    private static final WaitGoal GOAL = new WaitGoal(Duration.ofMillis(1), Duration.ofSeconds(30));

    private final RunningService service;
    private final BurstyTraffic traffic;

    private ReplayBench(RunningService service, BurstyTraffic traffic) {
        this.service = service;
        this.traffic = traffic;
    }

    /** @param waits that were seen, in microseconds, sorted */
    private record Recorded(BorrowSequence borrows, long[] waits) {
        double meanMs() {
            return Arrays.stream(waits).average().orElse(0) / 1000;
        }

        double p99Ms() {
            return waits.length == 0 ? 0 : waits[(int) Math.ceil(0.99 * waits.length) - 1] / 1000.0;
        }

        double lateShare() {
            return Arrays.stream(waits).filter(each -> each > 1000).count() / (double) Math.max(1, waits.length);
        }
    }

    /** What was seen with a size, and what had been foretold. */
    private record Pair(Recorded seen, ReplayedWaits foretold, double fixedMs, double erlangMs) {}

    /**
     * What is measured.
     *
     * @param rate requests a second in the mean
     * @param day whether it rises and falls within the time of a size
     */
    private record Plan(double rate, boolean day, int large, List<Integer> sizes, int rounds, int seconds) {
        /** @param given RATE LARGE SIZE… [ROUNDS SECONDS] */
        static Plan of(List<String> given, boolean day) {
            return new Plan(
                    Double.parseDouble(given.get(0)),
                    day,
                    Integer.parseInt(given.get(1)),
                    Arrays.stream(given.get(2).split(",")).map(Integer::valueOf).toList(),
                    given.size() > 3 ? Integer.parseInt(given.get(3)) : 3,
                    given.size() > 4 ? Integer.parseInt(given.get(4)) : 30);
        }
    }

    public static void main(String[] arguments) throws Exception {
        List<String> given =
                Arrays.stream(arguments).filter(each -> !each.equals("--day")).toList();
        var plan = Plan.of(given.subList(1, given.size()), given.size() < arguments.length);
        Path file = Path.of(given.get(0));
        if (!Files.exists(file)) {
            try (var bench = StudyBench.start(Study.valueOf(given.get(0).toUpperCase(Locale.ROOT)), false)) {
                measure(bench.experiment, bench.service, plan);
            }
            return;
        }
        Experiment experiment = new ExperimentReader(System.getenv()).read(file).experiment();
        Path log = Files.createTempFile("poolfit-size", ".log");
        try (RunningService service = new ServiceOpener(System::nanoTime).open(ServiceRequest.of(experiment, log))) {
            measure(experiment, service, plan);
        } finally {
            Files.deleteIfExists(log);
        }
    }

    private static void measure(Experiment experiment, RunningService service, Plan plan) throws InterruptedException {
        try (var traffic = new BurstyTraffic(experiment.load(), plan.rate(), plan.day() ? plan.seconds() : 0)) {
            service.apply(Settings.of(Knob.POOL, plan.large()));
            Thread.sleep(1000L * WARM_SECONDS);
            var bench = new ReplayBench(service, traffic);
            Map<Integer, List<Pair>> pairs = new TreeMap<>();
            for (int round = 1; round <= plan.rounds(); round++) {
                bench.round(round, plan.large(), plan.sizes(), plan.seconds(), pairs);
            }
            print(pairs);
            System.out.printf(Locale.ROOT, "requests that failed: %d%n", traffic.failed());
        }
    }

    private void round(int round, int large, List<Integer> sizes, int seconds, Map<Integer, List<Pair>> pairs)
            throws InterruptedException {
        var order = new ArrayList<>(sizes);
        order.add(large);
        Collections.shuffle(order, new Random(round));
        Map<Integer, Recorded> seen = new TreeMap<>();
        for (int size : order) {
            service.apply(Settings.of(Knob.POOL, size));
            Thread.sleep(1000L * SETTLING);
            traffic.restart(round);
            seen.put(size, recorded(seconds));
        }
        Recorded most = seen.getOrDefault(large, new Recorded(new BorrowSequence.Builder().build(1), new long[0]));
        System.out.printf(
                Locale.ROOT,
                "round %d: %d borrows, %.2f in use in the mean, at most %d at once, contention %.3f%n",
                round,
                most.borrows().size(),
                most.borrows().offeredLoad(),
                most.borrows().peak(),
                Contention.of(most.borrows()).sigma());
        seen.forEach((size, recorded) -> pairs.computeIfAbsent(size, unknown -> new ArrayList<>())
                .add(new Pair(
                        recorded,
                        foretold(most.borrows(), size),
                        new PoolReplay(most.borrows(), GOAL).waits(size).meanMs(),
                        erlangMs(size, most.borrows()))));
    }

    private static ReplayedWaits foretold(BorrowSequence ran, int size) {
        Contention contention = Contention.of(ran);
        return new PoolReplay(contention.worksOf(ran), contention, GOAL).waits(size);
    }

    private Recorded recorded(int seconds) throws InterruptedException {
        var builder = new BorrowSequence.Builder();
        var waits = new ArrayList<Long>();
        try (HoldRecorder recorder = service.recordBorrows()) {
            long begin = recorder.take().nanos();
            long end = begin;
            for (int second = 0; second < seconds; second++) {
                Thread.sleep(1000);
                RecordedHolds taken = recorder.take();
                end = taken.nanos();
                for (RecordedHolds.Hold each : taken.ended()) {
                    builder.add(
                            (each.since() - each.waitedNanos() - begin) / 1000,
                            each.waitedNanos() / 1000,
                            Math.max(0, each.heldNanos()) / 1000,
                            each.name());
                    waits.add(each.waitedNanos() / 1000);
                }
            }
            return new Recorded(
                    builder.build((end - begin) / 1000),
                    waits.stream().mapToLong(Long::longValue).sorted().toArray());
        }
    }

    /** The mean wait of M/M/c (Erlang C) with the same load and holds, in milliseconds; infinite where it is too much. */
    private static double erlangMs(int servers, BorrowSequence borrows) {
        double load = borrows.offeredLoad();
        if (load >= servers) {
            return Double.POSITIVE_INFINITY;
        }
        double term = 1;
        double sum = 0;
        for (int k = 0; k < servers; k++) {
            sum += term;
            term *= load / (k + 1);
        }
        double waiting = term * servers / (servers - load);
        double hold = load * borrows.length() / borrows.size() / 1000;
        return waiting / (sum + waiting) * hold / (servers - load);
    }

    private static void print(Map<Integer, List<Pair>> pairs) {
        System.out.println(
                "| pool | late, seen | foretold | mean ms, seen | foretold | with holds as they were | Erlang C | p99 ms, seen | foretold |");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        pairs.forEach((size, all) -> System.out.printf(
                Locale.ROOT,
                "| %d | %.2f %% | %.2f %% | %.3f | %.3f | %.3f | %.3f | %.2f | %.2f |%n",
                size,
                100 * mean(all.stream().map(each -> each.seen().lateShare()).toList()),
                100 * mean(all.stream().map(each -> each.foretold().lateShare()).toList()),
                mean(all.stream().map(each -> each.seen().meanMs()).toList()),
                mean(all.stream().map(each -> each.foretold().meanMs()).toList()),
                mean(all.stream().map(Pair::fixedMs).toList()),
                mean(all.stream().map(Pair::erlangMs).toList()),
                mean(all.stream().map(each -> each.seen().p99Ms()).toList()),
                mean(all.stream().map(each -> each.foretold().p99Ms()).toList())));
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }
}
