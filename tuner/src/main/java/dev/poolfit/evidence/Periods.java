package dev.poolfit.evidence;

import java.util.List;

/**
 * What one setting gave in a load under which settings were switched: one figure a block, in which each setting of that
 * load had one period. Blocks of the same load belong together: what drifted hit all settings of a block alike.
 *
 * @param load the number of the first trial that was measured in that load with switching; at least 1
 * @param rates good responses a second, by block, in order; at least 0, finite
 */
public record Periods(int load, List<Double> rates) {
    public Periods {
        rates = List.copyOf(rates);
        if (load < 1 || rates.isEmpty() || rates.stream().anyMatch(rate -> !(rate >= 0 && Double.isFinite(rate)))) {
            throw new IllegalArgumentException(
                    "load must be at least 1, and the rates some, at least 0 and finite, but are " + load + " and "
                            + rates);
        }
    }
}
