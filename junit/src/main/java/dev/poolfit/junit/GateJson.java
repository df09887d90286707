package dev.poolfit.junit;

import dev.poolfit.junit.GateResult.Check;
import dev.poolfit.junit.GateResult.Figure;
import dev.poolfit.junit.GateResult.Interval;
import dev.poolfit.junit.GateResult.NeededPool;
import dev.poolfit.junit.GateResult.Verdict;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Reads what the program prints of a gate by {@code --format json}, which is YAML, too. */
final class GateJson {
    private final Map<?, ?> all;

    GateJson(String json) {
        all = map(new Load(LoadSettings.builder().build()).loadFromString(json));
    }

    GateResult result() {
        return new GateResult(verdict(all), checks(), ratios(), neededPool());
    }

    private List<Check> checks() {
        return ((Collection<?>) Objects.requireNonNull(all.get("checks")))
                .stream()
                        .map(GateJson::map)
                        .map(each -> new Check(
                                String.valueOf(each.get("name")), verdict(each), String.valueOf(each.get("sentence"))))
                        .toList();
    }

    private Map<Figure, Interval> ratios() {
        var ratios = new EnumMap<Figure, Interval>(Figure.class);
        for (Figure figure : Figure.values()) {
            Object ratio = map(all.get(figure.name().toLowerCase(Locale.ROOT))).get("ratio");
            if (ratio != null) {
                ratios.put(
                        figure,
                        new Interval(
                                number(map(ratio), "mean"), number(map(ratio), "low"), number(map(ratio), "high")));
            }
        }
        return ratios;
    }

    private Optional<NeededPool> neededPool() {
        return Optional.ofNullable(all.get("neededPool"))
                .map(GateJson::map)
                .map(each -> new NeededPool(
                        (int) number(each, "base"),
                        (int) number(each, "candidate"),
                        Boolean.TRUE.equals(each.get("differ"))));
    }

    private static Verdict verdict(Map<?, ?> of) {
        return Verdict.valueOf(String.valueOf(of.get("outcome")).toUpperCase(Locale.ROOT));
    }

    private static Map<?, ?> map(@Nullable Object node) {
        return (Map<?, ?>) Objects.requireNonNull(node);
    }

    /** Reads a number; an interval without bounds has words instead, such as Infinity. */
    private static double number(Map<?, ?> of, String name) {
        return Double.parseDouble(String.valueOf(of.get(name)));
    }
}
