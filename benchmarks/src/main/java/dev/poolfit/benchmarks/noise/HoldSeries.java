package dev.poolfit.benchmarks.noise;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.MixWeights;
import dev.poolfit.limiter.BorrowCounts;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.service.Probe;
import dev.poolfit.service.RunningService;
import dev.poolfit.wire.CountColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Holds of a service's connections by slots of 5 ms, which the limiter counts while it limits nothing. */
final class HoldSeries {
    private static final long READING_MILLIS = 200;
    /** What is held at the end is counted once it is given back. */
    private static final int AFTER_SECONDS = 2;
    /** The length of the slices that weigh the routes: 0.1 s. */
    private static final int SLICE = BorrowLimiter.SLOTS / 10;

    private final double[][] byRoute;
    private final List<Causes> causes;

    private HoldSeries(double[][] byRoute, List<Causes> causes) {
        this.byRoute = byRoute;
        this.causes = causes;
    }

    /**
     * What may explain a part of the noise, read at the beginning of a slot for the time since the reading before.
     *
     * @param loadNanos a dependent load from memory
     * @param collected garbage collection, in milliseconds a second
     * @param compiled compilation, in milliseconds a second
     */
    private record Causes(int slot, double loadNanos, double collected, double compiled) {}

    /**
     * The time from one reading to another.
     *
     * @param holds counted in it
     * @param weighed the same, weighed by route
     */
    record Reading(double seconds, double holds, double weighed, double loadNanos, double collected, double compiled) {
        static Reading sum(List<Reading> parts) {
            double seconds = parts.stream().mapToDouble(Reading::seconds).sum();
            return new Reading(
                    seconds,
                    parts.stream().mapToDouble(Reading::holds).sum(),
                    parts.stream().mapToDouble(Reading::weighed).sum(),
                    mean(parts, seconds, Reading::loadNanos),
                    mean(parts, seconds, Reading::collected),
                    mean(parts, seconds, Reading::compiled));
        }

        private static double mean(List<Reading> parts, double seconds, ToDoubleFunction<Reading> value) {
            return parts.stream()
                            .mapToDouble(each -> each.seconds * value.applyAsDouble(each))
                            .sum()
                    / seconds;
        }
    }

    static HoldSeries record(RunningService service, int seconds) throws InterruptedException {
        var byRoute = new double[seconds * BorrowLimiter.SLOTS][CountColumn.ROUTES + 1];
        List<Causes> causes = new ArrayList<>();
        Probe jvm = service.probes().stream()
                .filter(probe -> probe.subject() == Probe.Subject.SERVICE)
                .findFirst()
                .orElseThrow();
        jvm.read();
        try (var memory = new MemoryProbe();
                BorrowLimiter limiter = service.limitBorrows(BorrowLimiter.SILENCE)) {
            long began = System.nanoTime();
            long first = limiter.take().orElseThrow().now();
            for (int reading = 0; 1000 * (seconds + AFTER_SECONDS) > reading * READING_MILLIS; reading++) {
                Thread.sleep(READING_MILLIS);
                BorrowCounts counts = limiter.take().orElseThrow();
                causes.add(causes((int) (counts.now() - first), memory.take(), jvm.read(), System.nanoTime() - began));
                began = System.nanoTime();
                for (BorrowCounts.Slot slot : counts.slots()) {
                    long at = slot.number() - first;
                    if (at >= 0 && at < byRoute.length) {
                        double[] sums = byRoute[(int) at];
                        for (int route = 0; route < CountColumn.ROUTES; route++) {
                            sums[route] += slot.routes().get(route);
                        }
                        sums[CountColumn.ROUTES] += slot.asked();
                    }
                }
            }
        }
        return new HoldSeries(byRoute, causes);
    }

    private static Causes causes(int slot, double loadNanos, Map<Metric, Double> jvm, double nanos) {
        return new Causes(
                slot,
                loadNanos,
                jvm.getOrDefault(Metric.GC, 0.0) * 1e9 / nanos,
                jvm.getOrDefault(Metric.JIT_TIME, 0.0));
    }

    /** Returns what was counted between the readings, beside its causes; those in which nothing was held are left out. */
    List<Reading> readings() {
        double[] counted = counted();
        double[] weighed = weighed();
        List<Reading> readings = new ArrayList<>();
        for (int at = 1; at < causes.size() && causes.get(at).slot() <= counted.length; at++) {
            Causes read = causes.get(at);
            int from = causes.get(at - 1).slot();
            double holds = Arrays.stream(counted, from, read.slot()).sum();
            if (holds > 0 && !Double.isNaN(read.loadNanos())) {
                readings.add(new Reading(
                        (read.slot() - from) / (double) BorrowLimiter.SLOTS,
                        holds,
                        Arrays.stream(weighed, from, read.slot()).sum(),
                        read.loadNanos(),
                        read.collected(),
                        read.compiled()));
            }
        }
        return readings;
    }

    /** Returns the holds by slot. */
    double[] counted() {
        return Arrays.stream(byRoute)
                .mapToDouble(each -> Arrays.stream(each, 0, CountColumn.ROUTES).sum())
                .toArray();
    }

    /** Returns the routes with a hundredth of the holds or more. */
    long routes() {
        double[] sums = sums(0, byRoute.length);
        double all = Arrays.stream(sums, 0, CountColumn.ROUTES).sum();
        return Arrays.stream(sums, 0, CountColumn.ROUTES)
                .filter(each -> each > all / 100)
                .count();
    }

    private double[] sums(int from, int to) {
        double[] sums = new double[CountColumn.ROUTES + 1];
        for (int slot = from; slot < to; slot++) {
            int at = slot;
            Arrays.setAll(sums, route -> sums[route] + byRoute[at][route]);
        }
        return sums;
    }

    /** Returns the same, weighed by route. */
    double[] weighed() {
        List<double[]> slices = new ArrayList<>();
        for (int from = 0; from + SLICE <= byRoute.length; from += SLICE) {
            slices.add(sums(from, from + SLICE));
        }
        double[] weights = MixWeights.of(List.of(slices), CountColumn.ROUTES);
        return Arrays.stream(byRoute)
                .mapToDouble(each -> IntStream.range(0, weights.length)
                        .mapToDouble(route -> each[route] * weights[route])
                        .sum())
                .toArray();
    }
}
