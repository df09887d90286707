package dev.poolfit.verdict.comparison;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Bounds what a value gives from below by what smaller ones give. Up to the peak, more connections give no less (Suri, <i>A Concept
 * of Monotonicity and Its Characterization for Closed Queueing Networks</i>, Operations Research 33(3), 1985), so that a value gives at
 * least the mean of itself and of smaller ones (order-restricted inference: Robertson, Wright and Dykstra, <i>Order Restricted
 * Statistical Inference</i>, 1988). Values that are alike share their blocks in this way and need not be told from the best one by
 * one.
 *
 * @param ratios in which smaller values go by the name of the value, and those that cannot be told from the best of the larger ones by
 *     one name
 * @param value the settings at the value
 * @param larger that name
 * @param smallest the smallest of the values that count
 */
record OrderedValues(Ratios ratios, Settings value, Settings larger, Settings smallest) {
    /**
     * @param together a value and smaller ones that were compared and are not known to be worse, ascending
     * @param larger what was compared above
     * @param line that the value has to be above beside each of the others, by its estimate: else these may hold a peak
     * @return empty where there is no larger one, or too few blocks connect them
     */
    static Optional<OrderedValues> of(Ratios all, List<Settings> together, Set<Settings> larger, double line) {
        Settings value = together.get(together.size() - 1);
        if (larger.isEmpty()
                || Stream.concat(together.stream(), larger.stream())
                        .anyMatch(each -> all.estimate(value, Set.of(each)) < line)) {
            return Optional.empty();
        }
        Set<Settings> top = all.likeTheBestOf(larger);
        Settings name =
                all.settings().stream().filter(top::contains).findFirst().orElseThrow();
        Map<Settings, Settings> names = new HashMap<>();
        together.forEach(each -> names.put(each, value));
        top.forEach(each -> names.put(each, name));
        var pooled = new OrderedValues(all.pooled(names), value, name, together.get(0));
        return pooled.ratio().isPresent() ? Optional.of(pooled) : Optional.empty();
    }

    /** Returns the rate of the values together as a multiple of that of the larger ones. */
    Optional<Interval> ratio() {
        return ratios.interval(value, Set.of(larger));
    }

    /** Returns whether the values together are told to be above a line. */
    boolean shows(double line) {
        return ratio().filter(each -> each.low() > line).isPresent();
    }

    /** Bounds the ratio of the value itself from below. */
    Interval bounded(Interval own) {
        double low = Math.max(own.low(), ratio().map(Interval::low).orElse(0.0));
        return new Interval(Math.max(own.mean(), low), low, Math.max(own.high(), low));
    }

    /** Counts the further blocks that would most likely tell them from a line so far away, on the log scale. */
    double blocksMissing(double half) {
        return ratios.blocksMissing(value, Set.of(larger), half);
    }
}
