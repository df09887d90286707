package dev.poolfit.verdict.comparison;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.IntRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Pools of 1 to 30 that were compared under one load, and what each gave as a share of the largest. */
final class ComparedShares {
    private static final int BLOCKS = 16;
    private static final double NOISE = 0.02;

    private ComparedShares() {}

    /** @param shares by pool, up to four; no model describes them */
    static ComparisonWithBest of(SortedMap<Integer, Double> shares) {
        return of(shares, Optional.empty());
    }

    /** @param curve of a model, by pool */
    static ComparisonWithBest of(SortedMap<Integer, Double> shares, Optional<IntToDoubleFunction> curve) {
        var trials = new ArrayList<Trial>();
        shares.forEach((pool, share) -> {
            // Up and down in a rhythm of its own each, so that the mean is what it is meant to be.
            int rhythm = 1 << trials.size();
            trials.add(under(
                    trials.size() + 1,
                    pool,
                    IntStream.range(0, BLOCKS)
                            .mapToObj(block -> 1000 * share * Math.exp((block & rhythm) == 0 ? NOISE : -NOISE))
                            .toList()));
        });
        return new ComparisonWithBest(
                new Axis(
                        new IntRange(1, 30),
                        pool -> Settings.of(Knob.POOL, pool),
                        settings -> settings.count(Knob.POOL),
                        pool -> 1),
                shares.lastKey(),
                new Ratios(trials, 0.03),
                new Waits(trials),
                0.03,
                any -> false,
                curve);
    }

    private static Trial under(int number, int pool, List<Double> rates) {
        double mean = rates.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        return TrialBuilder.trial(number)
                .at(Settings.of(Knob.POOL, pool))
                .lasting(0, 2 * BLOCKS)
                .rate(mean, 0.03 * mean)
                .undecidedP99Ms(100)
                .periods(1, rates)
                .build();
    }
}
