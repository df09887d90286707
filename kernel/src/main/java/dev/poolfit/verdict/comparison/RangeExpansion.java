package dev.poolfit.verdict.comparison;

import dev.poolfit.experiment.Settings;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/** Decides whether a larger value than those that were compared may give more, where no model tells. */
public final class RangeExpansion {
    /** The ratio of neighbours between which one that was not tried may give more. */
    private static final double WIDE_GAP = 2.5;

    private final Ratios ratios;
    private final NavigableMap<Integer, Settings> compared = new TreeMap<>();
    private final Axis axis;
    private final double margin;

    public RangeExpansion(Ratios ratios, Axis axis, double margin) {
        this.ratios = ratios;
        this.axis = axis;
        this.margin = margin;
        ratios.settings().forEach(each -> compared.put(axis.value(each), each));
    }

    /** Finds a value to try beyond the largest that was compared, or in a wide gap above the best. */
    public OptionalInt farther() {
        Settings reference = ratios.best();
        int best = axis.value(reference);
        var larger = compared.higherEntry(best);
        var smaller = compared.lowerEntry(best);
        if (larger == null) {
            boolean grows = smaller == null || ratios.estimate(reference, Set.of(smaller.getValue())) > 1 + margin;
            return grows && best < axis.range().high()
                    ? OptionalInt.of(axis.range().clamp(2.0 * best))
                    : OptionalInt.empty();
        }
        boolean flat = ratios.estimate(larger.getValue(), Set.of(reference)) > 1 - margin;
        return flat && larger.getKey() >= WIDE_GAP * best
                ? OptionalInt.of((int) Math.round(Math.sqrt((double) best * larger.getKey())))
                : OptionalInt.empty();
    }
}
