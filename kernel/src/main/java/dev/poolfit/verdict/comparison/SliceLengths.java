package dev.poolfit.verdict.comparison;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.reason.Condition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Holds what was compared within the pool in short slices against longer ones. What a switch changes may take a second to show: a kernel
 * shares cores between service and database by their load of the last third of a second, and caches fill. A short slice then
 * shows a mixture of both settings. The difference is taken to grow with the logarithm of the ratio of two sizes, so that
 * all pairs tell it together (weighted least squares).
 */
public final class SliceLengths {
    /** The length of a long slice. */
    static final double LONG_SECONDS = 2;
    /**
     * The probability that noise alone is taken for a difference. A large one, since the errors do not cost the same: a needless change makes
     * the run longer, a missed one makes its answer wrong.
     */
    private static final double BY_CHANCE = 0.2;
    /** A difference that is harmless, on the log scale. */
    private static final double HARMLESS = 0.02;
    /** The part of the time under load that long slices have. */
    private static final double SHARE = 1.0 / 3;

    /** Sizes are so many times as large where they tell a difference well. */
    private static final double APART = 2;

    /** Sizes that lie nearer to each other differ by little, whatever a short slice leaves out. */
    private static final double NEAR = 1.4;
    /** An error beside which a difference between both lengths matters more than noise. */
    private static final double PRECISE = 0.01;

    private record Difference(Settings smaller, Settings larger, double log, double error, double lever) {}

    private final List<Trial> trials;
    private final Ratios inShort;
    private final Ratios inLong;

    /** @param trials with settings that were compared within the pool, or had trials of their own */
    public SliceLengths(List<Trial> trials) {
        this.trials = trials;
        inShort = new Ratios(trials.stream().filter(Periods::areShort).toList(), HARMLESS);
        inLong = new Ratios(trials.stream().filter(SliceLengths::isLong).toList(), HARMLESS);
    }

    /** Returns whether it had one long slice in each block. */
    static boolean isLong(Trial trial) {
        return trial.periodSeconds().orElse(0.0) >= LONG_SECONDS;
    }

    private List<Difference> differences() {
        var found = new ArrayList<Difference>();
        if (inShort.settings().isEmpty()) {
            return found;
        }
        List<Settings> sizes = inLong.settings().stream()
                .sorted(Comparator.comparingDouble(SliceLengths::size))
                .toList();
        for (Settings larger : sizes) {
            for (Settings smaller : sizes) {
                double lever = Math.log(size(larger) / size(smaller));
                Set<Settings> beside = Set.of(larger);
                if (lever > 0
                        && inLong.met(smaller, larger)
                        && inLong.interval(smaller, beside).isPresent()
                        && inShort.settings().containsAll(Set.of(smaller, larger))
                        && inShort.interval(smaller, beside).isPresent()) {
                    found.add(new Difference(
                            smaller,
                            larger,
                            Math.log(inLong.estimate(smaller, beside) / inShort.estimate(smaller, beside)),
                            Math.hypot(inLong.error(smaller, beside), inShort.error(smaller, beside)),
                            lever));
                }
            }
        }
        return found;
    }

    private static double size(Settings settings) {
        return (settings.has(Knob.POOL) ? settings.count(Knob.POOL) : 1.0)
                * (settings.has(Knob.THREADS) ? settings.count(Knob.THREADS) : 1.0);
    }

    /** Returns the smallest setting that seems to give about as much as another one in short slices, and is half as large at most. */
    public Optional<Settings> farthest(Settings best) {
        return inShort.settings().stream()
                .filter(each -> APART * size(each) <= size(best) && inShort.alike(each, best))
                .min(Comparator.comparingDouble(SliceLengths::size));
    }

    /** Returns whether the next comparison is to have long slices, where {@code usual} ones are short. */
    public boolean due(double usual) {
        double all = under(trials);
        return usual < Periods.SHORT_SECONDS
                && all > 0
                && under(trials.stream().filter(SliceLengths::isLong).toList()) < SHARE * all;
    }

    /** Returns whether short slices have told two of some settings, not near to each other, as well as they can: noise matters no more. */
    boolean exhausted(List<Settings> settings) {
        return settings.stream()
                .anyMatch(larger -> settings.stream()
                        .anyMatch(smaller -> size(larger) >= NEAR * size(smaller)
                                && inShort.alike(smaller, larger)
                                && inShort.error(smaller, Set.of(larger)) < PRECISE));
    }

    private static double under(List<Trial> some) {
        return some.stream()
                .filter(each -> each.valid() && each.periods().isPresent())
                .mapToDouble(Trial::loadSeconds)
                .sum();
    }

    /** Returns what was seen of both lengths, where they differ by more than chance and than is harmless. */
    public Optional<Condition.ShortSlices> differ() {
        List<Difference> differences = differences();
        double weights = 0;
        double slope = 0;
        for (Difference each : differences) {
            double weight = Math.pow(each.lever() / each.error(), 2);
            weights += weight;
            slope += weight * each.log() / each.lever();
        }
        Optional<Difference> farthest = differences.stream().max(Comparator.comparingDouble(Difference::lever));
        if (farthest.isEmpty()) {
            return Optional.empty();
        }
        double mean = slope / weights;
        double chance = TDistribution.of(blocks() - 1.0).inverseSurvivalProbability(BY_CHANCE / 2);
        return Math.abs(mean) * Math.sqrt(weights) > chance
                        && Math.abs(mean) * farthest.get().lever() > HARMLESS
                ? farthest.map(this::told)
                : Optional.empty();
    }

    private Condition.ShortSlices told(Difference pair) {
        Set<Settings> beside = Set.of(pair.larger());
        return new Condition.ShortSlices(
                pair.smaller(),
                pair.larger(),
                inShort.interval(pair.smaller(), beside).orElseThrow(),
                inLong.interval(pair.smaller(), beside).orElseThrow());
    }

    /** Returns the blocks with long slices, some. */
    private int blocks() {
        return trials.stream()
                .filter(each -> isLong(each) && each.valid())
                .flatMap(each -> each.periods().stream())
                .mapToInt(each -> each.rates().size())
                .max()
                .orElse(2);
    }

    /** Returns whether what was compared in short slices was judged not to count. */
    static boolean shortDoNotCount(List<Trial> judged) {
        return judged.stream().anyMatch(each -> each.flags().contains(Flag.SHORT_SLICES));
    }
}
