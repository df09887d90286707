package dev.poolfit.verdict.search;

import dev.poolfit.evidence.BlockComparison;
import dev.poolfit.evidence.BlockComparison.Block;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What trials whose settings were switched under one load say of each setting beside another. */
final class Ratios {
    /** Of Student's distribution, at the looks at some ten blocks. */
    private static final double QUANTILE = 2.3;

    private final BlockComparison<Settings> comparison;

    Ratios(List<Trial> trials) {
        var loads = new TreeMap<Integer, List<Map<Settings, Double>>>();
        for (Trial trial : trials) {
            if (trial.valid()) {
                trial.periods().ifPresent(periods -> {
                    List<Map<Settings, Double>> own = loads.computeIfAbsent(periods.load(), first -> new ArrayList<>());
                    for (int block = 0; block < periods.rates().size(); block++) {
                        if (own.size() <= block) {
                            own.add(new HashMap<>());
                        }
                        if (periods.rates().get(block) > 0) {
                            own.get(block).put(trial.settings(), periods.rates().get(block));
                        }
                    }
                });
            }
        }
        var blocks = new ArrayList<Block<Settings>>();
        loads.forEach((load, own) -> own.forEach(rates -> blocks.add(new Block<>(load, rates))));
        comparison = new BlockComparison<>(blocks);
    }

    Set<Settings> settings() {
        return comparison.settings();
    }

    /** The best setting: it gives most, where one that was seldom seen has to look better than by chance. */
    Settings best() {
        return comparison.best(null);
    }

    /**
     * The settings about as good as the best: together they say what the best gives, where the highest of several that are
     * alike owes part of its figure to luck.
     *
     * @param share that they may lose of the best
     */
    Set<Settings> top(double share) {
        Set<Settings> best = Set.of(best());
        return settings().stream()
                .filter(each -> comparison.estimate(each, best) >= 1 - share)
                .collect(Collectors.toSet());
    }

    /** The same without one of them; the best beside it where there is no other. */
    Set<Settings> top(double share, Settings without) {
        Set<Settings> others = top(share);
        others.remove(without);
        return others.isEmpty() ? Set.of(rival(without)) : others;
    }

    /** The best setting beside another. */
    Settings rival(Settings other) {
        return comparison.best(other);
    }

    /** What a setting gives as a multiple of some. */
    double estimate(Settings settings, Set<Settings> others) {
        return comparison.estimate(settings, others);
    }

    /** The same with its interval; empty where they share too few blocks. */
    Optional<Interval> interval(Settings settings, Set<Settings> others) {
        return compared(settings, others) ? Optional.of(comparison.ratio(settings, others)) : Optional.empty();
    }

    private boolean compared(Settings settings, Set<Settings> others) {
        return comparison.shared(settings, others) >= BlockComparison.LEAST_BLOCKS;
    }

    /** The standard error of the estimate on the log scale, of the blocks that they share; 0 where there is none. */
    double error(Settings settings, Set<Settings> others) {
        int shared = comparison.shared(settings, others);
        return shared == 0 ? 0 : comparison.deviation(settings, others) / Math.sqrt(shared);
    }

    /**
     * How many blocks more would give half an interval of that width, on the log scale; one where there are too few to
     * tell.
     */
    double blocksMissing(Settings settings, Set<Settings> others, double half) {
        return compared(settings, others)
                ? Math.pow(QUANTILE * comparison.deviation(settings, others) / half, 2)
                        - comparison.shared(settings, others)
                : 1;
    }
}
