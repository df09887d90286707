package dev.poolfit.benchmarks.noise;

import dev.poolfit.evidence.MixWeights;
import dev.poolfit.limiter.BorrowCounts;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.service.RunningService;
import dev.poolfit.wire.CountColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Holds of a service's connections by slots of 5 ms, which the limiter counts while it limits nothing. */
final class HoldSeries {
    private static final long READING_MILLIS = 200;
    /** What is held at the end is counted once it is given back. */
    private static final int AFTER_SECONDS = 2;
    /** The length of the slices that weigh the routes: 0.1 s. */
    private static final int SLICE = BorrowLimiter.SLOTS / 10;

    private final double[][] byRoute;

    private HoldSeries(double[][] byRoute) {
        this.byRoute = byRoute;
    }

    static HoldSeries record(RunningService service, int seconds) throws InterruptedException {
        var byRoute = new double[seconds * BorrowLimiter.SLOTS][CountColumn.ROUTES + 1];
        try (BorrowLimiter limiter = service.limitBorrows(BorrowLimiter.SILENCE)) {
            long first = limiter.take().orElseThrow().now();
            for (int reading = 0; 1000 * (seconds + AFTER_SECONDS) > reading * READING_MILLIS; reading++) {
                Thread.sleep(READING_MILLIS);
                for (BorrowCounts.Slot slot : limiter.take().orElseThrow().slots()) {
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
        return new HoldSeries(byRoute);
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
