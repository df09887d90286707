package dev.poolfit.benchmarks.noise;

import dev.poolfit.app.LoadEngines;
import dev.poolfit.evidence.MixWeights;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.limiter.BorrowCounts;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.LoadRun;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.wire.CountColumn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Measures the ratio of two pool sizes of a service that runs, by the length of the slices for which each holds in turn within the
 * pool, the first third of each and a mean hold at its end left out, and as real sizes in periods of 4 s; and what each served by the time since a switch:
 * {@code lengths FILE SMALL LARGE [SECONDS [WARM]]}. FILE is an experiment that attaches. Each length has {@code SECONDS} (40) of load, after {@code WARM} (100) for all.
 */
public final class LengthBench {
    private static final double[] LENGTHS = {0.1, 0.25, 0.5, 1, 2, 4};
    private static final long READING_MILLIS = 200;
    private static final int GROUPS = 10;
    /** Milliseconds since a switch. */
    private static final int[] SINCE = {0, 25, 50, 75, 100, 150, 200, 300, 400, 600, 800, 1000};

    private static final int HELD_MS = CountColumn.ROUTES + 1;

    private final RunningService service;
    private final int seconds;
    private final int[] pools;
    private final Random random = new Random(1);

    private LengthBench(RunningService service, int seconds, int... pools) {
        this.service = service;
        this.seconds = seconds;
        this.pools = pools;
    }

    public static void main(String[] arguments) throws Exception {
        Experiment experiment = new ExperimentReader(System.getenv())
                .read(Path.of(arguments[0]))
                .experiment();
        int seconds = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 40;
        int warm = arguments.length > 4 ? Integer.parseInt(arguments[4]) : 100;
        Path log = Files.createTempFile("poolfit-bench", ".log");
        try (RunningService service = new ServiceOpener(System::nanoTime).open(ServiceRequest.of(experiment, log));
                LoadEngine engine = LoadEngines.of(experiment.load())) {
            LoadRun run = engine.start(experiment.load(), 1, second -> {});
            Thread.sleep(1000L * warm);
            var bench =
                    new LengthBench(service, seconds, Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
            System.out.println(
                    "| slices | holds | by route | with those that came | came beyond served, small and large |\n|---|---|---|---|---|");
            bench.resized();
            for (double length : LENGTHS) {
                bench.limited(length);
            }
            bench.resized();
            run.stop(Duration.ofSeconds(10));
        } finally {
            Files.delete(log);
        }
    }

    private void resize(int pool) throws InterruptedException {
        service.apply(Settings.of(Knob.POOL, pool));
        Thread.sleep(service.settlesIn().toMillis());
    }

    private List<Integer> order(int slices) {
        var order = new ArrayList<Integer>();
        while (order.size() < slices) {
            var pair = new ArrayList<>(List.of(0, 1));
            Collections.shuffle(pair, random);
            order.addAll(pair);
        }
        return order;
    }

    private void limited(double length) throws InterruptedException {
        resize(pools[1]);
        int slots = (int) Math.round(length * BorrowLimiter.SLOTS);
        List<Integer> order = order((int) (seconds / length));
        var counted = new HashMap<Long, double[]>();
        long first = -1;
        try (BorrowLimiter limiter = service.limitBorrows(BorrowLimiter.SILENCE)) {
            Thread.sleep(READING_MILLIS);
            limiter.take();
            limiter.schedule(order.stream().map(each -> pools[each]).toList(), List.of(), slots);
            for (int after = 0; after < 10; ) {
                Thread.sleep(READING_MILLIS);
                BorrowCounts counts = limiter.take().orElseThrow();
                first = counts.switches().isEmpty() || first >= 0
                        ? first
                        : counts.switches().get(0).slot();
                add(counts, counted);
                after += counts.periodsLeft() == 0 ? 1 : 0;
            }
        }
        print(length + " s", order, slots, first, counted);
    }

    private void resized() throws InterruptedException {
        int slots = 4 * BorrowLimiter.SLOTS;
        List<Integer> order = order(seconds / 4);
        var counted = new HashMap<Long, double[]>();
        try (BorrowLimiter limiter = service.limitBorrows(BorrowLimiter.SILENCE)) {
            long first = limiter.take().orElseThrow().now();
            long begin = System.nanoTime();
            for (int slice = 0; slice < order.size(); slice++) {
                service.apply(Settings.of(Knob.POOL, pools[order.get(slice)]));
                while (System.nanoTime() - begin < (slice + 1) * 4e9) {
                    Thread.sleep(READING_MILLIS / 2);
                    add(limiter.take().orElseThrow(), counted);
                }
            }
            for (int after = 0; after < 10; after++) {
                Thread.sleep(READING_MILLIS);
                add(limiter.take().orElseThrow(), counted);
            }
            print("real sizes, 4 s", order, slots, first, counted);
        }
    }

    private static void add(BorrowCounts counts, Map<Long, double[]> counted) {
        for (BorrowCounts.Slot slot : counts.slots()) {
            double[] sums = counted.computeIfAbsent(slot.number(), none -> new double[HELD_MS + 1]);
            for (int route = 0; route < CountColumn.ROUTES; route++) {
                sums[route] += slot.routes().get(route);
            }
            sums[CountColumn.ROUTES] += slot.asked();
            sums[HELD_MS] += slot.heldMs();
        }
    }

    private static double[] slice(Map<Long, double[]> counted, long from, long to) {
        double[] sums = new double[HELD_MS + 1];
        for (long slot = from; slot < to; slot++) {
            double[] own = counted.getOrDefault(slot, new double[sums.length]);
            Arrays.setAll(sums, i -> sums[i] + own[i]);
        }
        return sums;
    }

    private static void print(String name, List<Integer> order, int slots, long first, Map<Long, double[]> counted) {
        List<List<double[]>> slices = List.of(new ArrayList<>(), new ArrayList<>());
        long[] tails = {tail(order, 0, slots, first, counted), tail(order, 1, slots, first, counted)};
        for (int i = 0; i < order.size(); i++) {
            long begin = first + (long) i * slots;
            long counts = slots - slots / 3 - tails[order.get(i)];
            double[] sums = slice(counted, begin + slots / 3, begin + slots / 3 + counts);
            // By slot, since the two settings leave out different ends.
            slices.get(order.get(i))
                    .add(Arrays.stream(sums, 0, HELD_MS)
                            .map(sum -> sum / counts)
                            .toArray());
        }
        double[] alike = new double[CountColumn.ROUTES + 1];
        Arrays.fill(alike, 0, CountColumn.ROUTES, 1);
        double[] weights = MixWeights.of(slices, CountColumn.ROUTES);
        List<List<double[]>> served = slices.stream()
                .map(own -> own.stream()
                        .map(each -> Arrays.copyOf(Arrays.copyOf(each, CountColumn.ROUTES), each.length))
                        .toList())
                .toList();
        double[] byRoute = MixWeights.of(served, CountColumn.ROUTES);
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %s | %s (weight %.2f) | %+.1f %%, %+.1f %% |%n",
                name,
                ratio(slices, alike),
                ratio(slices, byRoute),
                ratio(slices, weights),
                weights[CountColumn.ROUTES],
                beyond(slices.get(0)),
                beyond(slices.get(1)));
        if (slots >= SINCE[SINCE.length - 1] * BorrowLimiter.SLOTS / 1000) {
            since(order, slots, first, counted);
        }
    }

    /** Prints what each setting served by the time since the other one held, and what came. */
    private static void since(List<Integer> order, int slots, long first, Map<Long, double[]> counted) {
        for (int bin = 1; bin < SINCE.length; bin++) {
            long from = SINCE[bin - 1] * BorrowLimiter.SLOTS / 1000;
            long to = SINCE[bin] * BorrowLimiter.SLOTS / 1000;
            double[][] sums = new double[2][];
            for (int setting = 0; setting < 2; setting++) {
                double[] all = new double[HELD_MS + 2];
                for (int i = 1; i < order.size(); i++) {
                    if (order.get(i) == setting && order.get(i - 1) != setting) {
                        long begin = first + (long) i * slots;
                        double[] own = slice(counted, begin + from, begin + to);
                        for (int at = 0; at < own.length; at++) {
                            all[at] += own[at];
                        }
                        all[HELD_MS + 1] += (to - from) / (double) BorrowLimiter.SLOTS;
                    }
                }
                sums[setting] = all;
            }
            System.out.printf(
                    Locale.ROOT,
                    "%d to %d ms: served %.0f and %.0f/s, came %.0f and %.0f/s, held %.1f and %.1f connections%n",
                    SINCE[bin - 1],
                    SINCE[bin],
                    served(sums[0]),
                    served(sums[1]),
                    sums[0][CountColumn.ROUTES] / sums[0][HELD_MS + 1],
                    sums[1][CountColumn.ROUTES] / sums[1][HELD_MS + 1],
                    sums[0][HELD_MS] / 1000 / sums[0][HELD_MS + 1],
                    sums[1][HELD_MS] / 1000 / sums[1][HELD_MS + 1]);
        }
    }

    private static double served(double[] sums) {
        return Arrays.stream(sums, 0, CountColumn.ROUTES).sum() / sums[HELD_MS + 1];
    }

    /** Returns the slots of a mean hold of a setting, a quarter of a slice at most. */
    private static long tail(List<Integer> order, int setting, int slots, long first, Map<Long, double[]> counted) {
        double held = 0;
        double holds = 0;
        for (int i = 0; i < order.size(); i++) {
            long begin = first + (long) i * slots;
            double[] sums = slice(counted, begin + slots / 2, order.get(i) == setting ? begin + slots : 0);
            held += sums[HELD_MS];
            holds += Arrays.stream(sums, 0, CountColumn.ROUTES).sum();
        }
        return holds == 0 ? 0 : Math.min(slots / 4, (long) Math.ceil(held / holds / 1000 * BorrowLimiter.SLOTS));
    }

    private static double beyond(List<double[]> own) {
        double came = own.stream().mapToDouble(each -> each[CountColumn.ROUTES]).sum();
        double served = own.stream()
                .mapToDouble(each -> Arrays.stream(each, 0, CountColumn.ROUTES).sum())
                .sum();
        return 100 * (came / served - 1);
    }

    /** Returns the ratio of the small pool to the large one, with its interval over groups of slices. */
    private static String ratio(List<List<double[]>> slices, double[] weights) {
        int groups = Math.min(GROUPS, slices.get(0).size());
        double[] logs = IntStream.range(0, groups)
                .mapToDouble(group -> Math.log(
                        sum(slices.get(0), weights, group, groups) / sum(slices.get(1), weights, group, groups)))
                .toArray();
        var interval = Statistics.acrossRuns(logs);
        return String.format(
                Locale.ROOT,
                "%.1f %% (%.1f-%.1f)",
                100 * Math.exp(interval.mean()),
                100 * Math.exp(interval.low()),
                100 * Math.exp(interval.high()));
    }

    private static double sum(List<double[]> slices, double[] weights, int group, int groups) {
        return slices.subList(group * slices.size() / groups, (group + 1) * slices.size() / groups).stream()
                .mapToDouble(each -> IntStream.range(0, weights.length)
                        .mapToDouble(i -> each[i] * weights[i])
                        .sum())
                .sum();
    }
}
