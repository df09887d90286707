package dev.poolfit.verdict.comparison;

import dev.poolfit.experiment.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What each value of a knob gives together with smaller ones near to it that are not known to be worse. */
final class OrderedRatios {
    /**
     * A value is so many times as large as those that count with it at most. Much smaller ones may be worse, and to choose them by what
     * they gave would choose the lucky ones.
     */
    private static final double FACTOR = 2;

    private final Axis axis;
    private final Ratios ratios;
    private final Bracket bracket;
    private final double line;
    private final Map<Integer, Optional<OrderedValues>> known = new HashMap<>();

    /** @param bracket that knows the standing of all smaller values when one is asked for */
    OrderedRatios(Axis axis, Ratios ratios, Bracket bracket, double line) {
        this.axis = axis;
        this.ratios = ratios;
        this.bracket = bracket;
        this.line = line;
    }

    /** @return empty also for settings that are not on the axis, or were not compared with larger ones */
    Optional<OrderedValues> at(Settings settings) {
        int value = axis.value(settings);
        return axis.settings(value).equals(settings) ? known.computeIfAbsent(value, this::find) : Optional.empty();
    }

    private Optional<OrderedValues> find(int value) {
        int smallest = Math.max(bracket.failing(value) + 1, (int) Math.ceil((double) value / FACTOR));
        List<Settings> together = IntStream.rangeClosed(smallest, value)
                .mapToObj(axis::settings)
                .filter(ratios.settings()::contains)
                .toList();
        Set<Settings> larger = ratios.settings().stream()
                .filter(each -> axis.value(each) > value)
                .collect(Collectors.toSet());
        return OrderedValues.of(ratios, together, larger, line);
    }
}
