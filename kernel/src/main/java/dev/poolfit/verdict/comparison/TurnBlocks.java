package dev.poolfit.verdict.comparison;

import dev.poolfit.evidence.BlockComparison.Block;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Makes blocks of the trials whose settings took turns under one load. */
final class TurnBlocks {
    /**
     * The difference between short and long slices of two sizes that is usual beforehand, on the log scale, by the logarithm of their ratio. Seen
     * on a public service that shares its cores with its database: 0.04 (6 and 30 connections).
     */
    private static final double SHORT_DIFFER = 0.03;

    private TurnBlocks() {}

    /** What was told in short slices counts with what these may leave out, and with what long ones show of that. */
    static List<Block<Settings>> corrected(List<Trial> trials) {
        Set<Integer> inShort = trials.stream()
                .filter(trial -> trial.role() != Role.REAL_SIZE && Periods.areShort(trial))
                .map(Trial::load)
                .collect(Collectors.toSet());
        return asSeen(trials, new LoadNoise(trials)::of).stream()
                .map(each -> inShort.contains(each.load())
                        ? new Block<>(
                                each.load(),
                                each.rates(),
                                each.noise(),
                                levers(each.rates().keySet()))
                        : each)
                .toList();
    }

    private static Map<Settings, Double> levers(Set<Settings> some) {
        var levers = new LinkedHashMap<Settings, Double>();
        some.forEach(each -> levers.put(each, lever(each)));
        return levers;
    }

    /** Returns how many times what short slices leave out is in the logarithm of a rate, up to what all settings have in common. */
    static double lever(Settings settings) {
        return SHORT_DIFFER * Math.log(SliceLengths.size(settings));
    }

    /**
     * Returns the blocks of all loads; periods in which nothing was served are left out.
     *
     * @param noise the variance that is expected of a load, by one of its trials
     */
    static List<Block<Settings>> asSeen(List<Trial> trials, ToDoubleFunction<Trial> noise) {
        var loads = new TreeMap<Integer, List<Map<Settings, Double>>>();
        var noises = new HashMap<Integer, Double>();
        for (Trial trial : trials) {
            if (trial.valid()) {
                trial.periods().ifPresent(periods -> {
                    noises.computeIfAbsent(periods.load(), first -> noise.applyAsDouble(trial));
                    List<Map<Settings, Double>> own = loads.computeIfAbsent(periods.load(), first -> new ArrayList<>());
                    for (int block = 0; block < periods.rates().size(); block++) {
                        if (own.size() <= block) {
                            own.add(new LinkedHashMap<>());
                        }
                        if (periods.rates().get(block) > 0) {
                            own.get(block).put(trial.settings(), periods.rates().get(block));
                        }
                    }
                });
            }
        }
        var blocks = new ArrayList<Block<Settings>>();
        loads.forEach((load, own) ->
                own.forEach(rates -> blocks.add(new Block<>(load, rates, noises.getOrDefault(load, 1.0)))));
        return blocks;
    }
}
