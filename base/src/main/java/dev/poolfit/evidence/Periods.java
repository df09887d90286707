package dev.poolfit.evidence;

import java.util.List;

/**
 * The rates of one setting in a load under which settings were switched: one a block, in which each setting had one period.
 * Blocks of the same load belong together: what drifted hit all settings of a block alike.
 *
 * @param load the number of the first trial that was measured in that load with switching; at least 1
 * @param rates good responses a second, by block, in order; at least 0, finite
 * @param trends of the same periods the logarithm of the second half's rate over the first half's, finite; none where that was
 *     not read
 */
public record Periods(int load, List<Double> rates, List<Double> trends) {
    /** Longer periods are a single slice within the pool, or whole seconds of settings that are resized. */
    public static final double SHORT_SECONDS = 0.999;

    public Periods {
        rates = List.copyOf(rates);
        trends = List.copyOf(trends);
        if (load < 1
                || rates.isEmpty()
                || rates.stream().anyMatch(rate -> !(rate >= 0 && Double.isFinite(rate)))
                || trends.stream().anyMatch(trend -> !Double.isFinite(trend))
                || !trends.isEmpty() && trends.size() != rates.size()) {
            throw new IllegalArgumentException(
                    "load must be at least 1, the rates some, at least 0 and finite, and the trends as many or none, but are "
                            + load + ", " + rates + " and " + trends);
        }
    }

    public Periods(int load, List<Double> rates) {
        this(load, rates, List.of());
    }

    /** Returns whether a trial's setting had several slices in each block. */
    public static boolean areShort(Trial trial) {
        return trial.periodSeconds().filter(each -> each <= SHORT_SECONDS).isPresent();
    }
}
