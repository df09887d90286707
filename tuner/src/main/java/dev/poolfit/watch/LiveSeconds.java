package dev.poolfit.watch;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.limiter.BorrowCounts;
import dev.poolfit.limiter.BorrowLimiter;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The pool second by second, from what the limiter counts; a hold counts in its seconds once it has ended. */
final class LiveSeconds {
    /** The seconds after which nearly all of a second is told. */
    private static final int BEHIND = 1;

    private final Map<Long, double[]> sums = new TreeMap<>();
    private final Consumer<Sample> told;
    private long next = -1;
    private int second;

    LiveSeconds(Consumer<Sample> told) {
        this.told = told;
    }

    /** Begins with another limiter, whose slots have other numbers. */
    void begin() {
        sums.clear();
        next = -1;
    }

    void add(BorrowCounts counts) {
        for (BorrowCounts.Slot each : counts.slots()) {
            double[] own = sums.computeIfAbsent(each.number() / BorrowLimiter.SLOTS, none -> new double[4]);
            own[0] += each.heldMs();
            own[1] += each.waitedMs();
            own[2] += each.borrowed();
            own[3] += each.timeouts();
        }
        long ended = counts.now() / BorrowLimiter.SLOTS - BEHIND;
        if (next < 0) {
            next = ended;
        }
        for (; next < ended; next++) {
            double[] own = sums.getOrDefault(next, new double[4]);
            var values = new EnumMap<Metric, Double>(Metric.class);
            values.put(Metric.POOL_ACTIVE, own[0] / 1000);
            values.put(Metric.POOL_PENDING, own[1] / 1000);
            values.put(Metric.ACQUISITIONS, own[2]);
            values.put(Metric.TIMEOUTS, own[3]);
            if (own[2] > 0) {
                values.put(Metric.ACQUIRE, own[1] / own[2]);
            }
            if (counts.total() >= 0) {
                values.put(Metric.POOL_MAX, (double) counts.total());
            }
            told.accept(new Sample(second++, values));
        }
        long gone = next;
        sums.keySet().removeIf(each -> each < gone);
    }
}
