package dev.poolfit.service;

import dev.poolfit.evidence.Metric;
import java.util.Map;
import java.util.function.LongSupplier;

/** Turns the pool's running totals into the means and rates since the previous ones. */
final class PoolTotals {
    private final Mean acquire;
    private final Mean usage;
    private final Growth timeouts;

    PoolTotals(LongSupplier nanoseconds) {
        this.acquire = new Mean(nanoseconds);
        this.usage = new Mean(nanoseconds);
        this.timeouts = new Growth(nanoseconds);
    }

    /**
     * @param totals {@code acquireCount}, {@code acquireMs}, {@code usageCount}, {@code usageMs} and {@code timeouts}, or
     *     some of them
     */
    void read(Map<String, Double> totals, Map<Metric, Double> into) {
        acquire.read(totals, "acquire", Metric.ACQUIRE, into);
        usage.read(totals, "usage", Metric.USAGE, into);
        Double count = totals.get("timeouts");
        if (count != null) {
            timeouts.rateTo(count).ifPresent(rate -> {
                into.put(Metric.TIMEOUTS, rate);
                // HikariCP times the waits that ended in vain, too, but nothing was acquired by them.
                into.computeIfPresent(Metric.ACQUISITIONS, (metric, all) -> Math.max(0, all - rate));
            });
        }
    }

    private static final class Mean {
        private final Growth count;
        private final Growth milliseconds;

        Mean(LongSupplier nanoseconds) {
            count = new Growth(nanoseconds);
            milliseconds = new Growth(nanoseconds);
        }

        void read(Map<String, Double> totals, String name, Metric metric, Map<Metric, Double> into) {
            Double counted = totals.get(name + "Count");
            Double spent = totals.get(name + "Ms");
            if (counted == null || spent == null) {
                return;
            }
            boolean counting = count.to(counted);
            boolean comparable = milliseconds.to(spent) && counting;
            if (comparable && metric == Metric.ACQUIRE) {
                into.put(Metric.ACQUISITIONS, count.perSecond());
            }
            if (comparable && count.grown() > 0) {
                into.put(metric, milliseconds.grown() / count.grown());
            }
        }
    }
}
