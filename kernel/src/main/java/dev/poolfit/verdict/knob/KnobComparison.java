package dev.poolfit.verdict.knob;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Interval.Side;
import dev.poolfit.evidence.RunNoise;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.KnobResult;
import dev.poolfit.verdict.KnobResult.Effect;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.reason.KnobReason;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Compares each value of a knob with the one that holds.
 *
 * <p>Good responses a second under closed load; under open load, where no more is served than arrives, the mean response
 * time. Each value is set against the one that holds within the same round. The chance to call any of the values better
 * or worse that is not is 5 % over all values and looks together (Bonferroni); the noise is pooled over all settings.
 */
final class KnobComparison {
    /** @param ratio to what holds now, above 1 where it is better */
    private record Value(Settings settings, Effect effect, Optional<Interval> ratio) {
        boolean better() {
            return effect == Effect.BETTER;
        }

        double times() {
            return ratio.map(Interval::mean).orElse(1.0);
        }
    }

    private final Knob knob;
    private final Settings current;
    private final boolean closed;
    private final RunNoise noise;
    private final Map<Settings, List<Trial>> runs;
    private final List<Value> values;

    /**
     * @param settings what is compared, the settings that hold now first
     * @param own the comparison's trials so far, in their order and with all flags
     * @param before every trial up to the last of these
     */
    KnobComparison(SearchProblem problem, Knob knob, List<Settings> settings, List<Trial> own, List<Trial> before) {
        this.knob = knob;
        this.current = settings.get(0);
        closed = problem.load().closed();
        noise = noise(bySettings(before).values());
        runs = bySettings(own);
        Target bounds = Target.of(problem.goal(), problem.load()).withoutThroughput();
        SettingStatistics statistics = SettingStatistics.of(own, bounds);
        values = settings.stream()
                .skip(1)
                .map(each -> value(each, own, settings.size(), statistics))
                .toList();
    }

    private static Map<Settings, List<Trial>> bySettings(List<Trial> trials) {
        return trials.stream()
                .filter(Trial::valid)
                .collect(Collectors.groupingBy(Trial::settings, LinkedHashMap::new, Collectors.toList()));
    }

    private RunNoise noise(Collection<List<Trial>> groups) {
        RunNoise noise = RunNoise.NONE;
        for (List<Trial> group : groups) {
            noise = noise.andRuns(group.stream().mapToDouble(this::figure).toArray());
        }
        return noise;
    }

    /** Higher is better. */
    private double figure(Trial trial) {
        return closed ? trial.throughput().mean() : 1 / Math.max(1e-3, trial.meanMs());
    }

    private Value value(Settings settings, List<Trial> own, int size, SettingStatistics bounds) {
        double[] logs = ratios(settings, own, size);
        if (logs.length == 0) {
            return new Value(settings, Effect.NO_SIGNIFICANT_DIFFERENCE, Optional.empty());
        }
        double mean = java.util.Arrays.stream(logs).average().orElseThrow();
        double half = noise.half(logs.length, 2, Statistics.ALPHA / KnobPlan.LOOKS.size() / (size - 1));
        var ratio = new Interval(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half));
        boolean breaks = breaks(bounds, settings);
        if (breaks != breaks(bounds, current)) {
            return new Value(settings, breaks ? Effect.WORSE : Effect.BETTER, Optional.of(ratio));
        }
        return new Value(settings, effect(ratio), Optional.of(ratio));
    }

    private static Effect effect(Interval ratio) {
        return switch (ratio.against(1)) {
            case ABOVE -> Effect.BETTER;
            case BELOW -> Effect.WORSE;
            case OPEN -> Effect.NO_SIGNIFICANT_DIFFERENCE;
        };
    }

    /** Returns whether it fails the goal's errors or response times. */
    private static boolean breaks(SettingStatistics bounds, Settings settings) {
        return bounds.performance(settings)
                .filter(each -> each.standing() == Performance.Standing.FAILS)
                .isPresent();
    }

    /** Logarithms of what a value gave over what holds now gave in the same round; rounds with a flaw are left out. */
    private double[] ratios(Settings settings, List<Trial> own, int size) {
        var logs = new ArrayList<Double>();
        for (int from = 0; from + size <= own.size(); from += size) {
            List<Trial> round = own.subList(from, from + size);
            Optional<Trial> mine = in(round, settings);
            Optional<Trial> other = in(round, current);
            if (mine.isPresent() && other.isPresent()) {
                logs.add(Math.log(figure(mine.get()) / figure(other.get())));
            }
        }
        return logs.stream()
                .mapToDouble(Double::doubleValue)
                .filter(Double::isFinite)
                .toArray();
    }

    private static Optional<Trial> in(List<Trial> round, Settings settings) {
        return round.stream()
                .filter(trial -> trial.valid()
                        && !trial.flags().contains(Flag.STOPPED)
                        && trial.settings().equals(settings))
                .findFirst();
    }

    /** Returns whether more rounds could show a value that is better by more than the indifference. */
    boolean open() {
        return values.stream().noneMatch(Value::better)
                && values.stream()
                        .filter(each -> each.effect == Effect.NO_SIGNIFICANT_DIFFERENCE)
                        .anyMatch(each -> each.ratio
                                .filter(ratio -> ratio.high() <= 1 + Target.INDIFFERENCE)
                                .isEmpty());
    }

    /** The best of those that are better beyond the noise; what holds now where none is. */
    Settings winner() {
        return values.stream()
                .filter(Value::better)
                .max(Comparator.comparingDouble(Value::times))
                .map(Value::settings)
                .orElse(current);
    }

    KnobResult result() {
        return new KnobResult(
                knob,
                OtherKnobs.core(current),
                current.only(knob),
                winner().only(knob),
                values.stream()
                        .map(each -> new KnobResult.Other(each.settings.only(knob), each.effect, each.ratio))
                        .toList());
    }

    /** One for each value. */
    List<KnobReason> reasons() {
        return values.stream().map(this::reason).toList();
    }

    private KnobReason reason(Value value) {
        Settings at = OtherKnobs.core(current);
        if (value.ratio.isEmpty()) {
            return new KnobReason.NotCompared(knob, value.settings.only(knob), current.only(knob), at);
        }
        Side side = switch (value.effect) {
            case BETTER -> Side.ABOVE;
            case WORSE -> Side.BELOW;
            case NO_SIGNIFICANT_DIFFERENCE -> Side.OPEN;
        };
        return new KnobReason.Compared(knob, gave(value.settings), gave(current), at, side, closed);
    }

    private KnobReason.Gave gave(Settings settings) {
        List<Trial> group = runs.getOrDefault(settings, List.of());
        ToDoubleFunction<Trial> seen = closed ? trial -> trial.throughput().mean() : Trial::meanMs;
        double mean = group.stream().mapToDouble(seen).average().orElse(0);
        double half = noise.half(group.size(), 1, Statistics.ALPHA);
        return new KnobReason.Gave(
                settings.only(knob),
                Double.isFinite(half)
                        ? new Interval(mean, mean * Math.exp(-half), mean * Math.exp(half))
                        : new Interval(mean, 0, Double.POSITIVE_INFINITY));
    }
}
