package dev.poolfit.evidence;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Compares settings that had their turns in common blocks: ln rate = block + setting + lever · common effect + noise, by least
 * squares. What drifts is in the blocks, so that it cancels; settings that never met are compared over those that met both.
 * Loads count by how little noise they have (weighted least squares): what was compared while the JIT compiler was at work says
 * less.
 *
 * <p>The interval of a ratio rests on the noise of that pair's own blocks, moderated by the noise of all: the variance is
 * (d₀s₀² + d s²) ÷ (d₀ + d), with as many degrees of freedom, as of few observations with many like them (Smyth 2004). The
 * level is shared among all looks at the pair so far ({@link GroupSequentialBounds}). {@code BlockComparisonIT} measures how
 * often such intervals cover the truth.
 *
 * @param <K> the type that names a setting
 */
public final class BlockComparison<K> {
    /** Blocks in which two settings must meet to be compared. */
    public static final int LEAST_BLOCKS = 4;

    /** The fewest blocks that must connect them, counted as {@link #information} does, where others lend their noise. */
    private static final double LEAST_INFORMATION = 1.5;

    /** Errors between a line and a setting that nine of ten comparisons tell from it, at a level of 2.5 %: 1.96 + 1.28. */
    private static final double TELLING = 3.24;

    /** An information that grew by fewer blocks than this, or by less than this share of all there is, is no new look. */
    private static final double WORTH_A_LOOK = 0.1;
    /** Degrees of freedom that the noise of all lends to that of a pair, at most. */
    private static final int MOST_LENT = 12;

    /**
     * One block.
     *
     * @param load the load that it belongs to; loads are looked at one after the other, by rising numbers
     * @param rates good responses a second, by setting; above 0. Their order decides the last digits of what is computed
     * @param noise the expected variance as a multiple of that of other loads, such as by the length of periods; above 0
     * @param levers how many times an effect that is the same in all blocks is in a setting's ln rate here, 0 where it is not there. The
     *     effect is estimated and taken out; beforehand it is known to be 0 or more ({@link CommonEffect}), and about 1 at most
     */
    public record Block<K>(int load, Map<K, Double> rates, double noise, Map<K, Double> levers) {
        public Block {
            rates = Collections.unmodifiableMap(new LinkedHashMap<>(rates));
            levers = Collections.unmodifiableMap(new LinkedHashMap<>(levers));
            if (Stream.concat(rates.values().stream(), Stream.of(noise))
                    .anyMatch(each -> !(each > 0 && Double.isFinite(each)))) {
                throw new IllegalArgumentException(
                        "rates and noise must be above 0 and finite, but are " + rates + " and " + noise);
            }
            if (!levers.values().stream().allMatch(Double::isFinite)) {
                throw new IllegalArgumentException("levers must be finite, but are " + levers);
            }
        }

        public Block(int load, Map<K, Double> rates, double noise) {
            this(load, rates, noise, Map.of());
        }

        public Block(int load, Map<K, Double> rates) {
            this(load, rates, 1);
        }

        double lever(K setting) {
            return levers.getOrDefault(setting, 0.0);
        }
    }

    private record Look(int load, double information) {}

    private record Pair<K>(K setting, Set<K> others, double resolution) {}

    private final List<Block<K>> blocks;
    private final Map<Integer, Double> calendar;
    private final BlockEffects<K> fit;
    private final CommonEffect<K> common;
    /** A search asks for the same ratio again and again. */
    private final Map<Pair<K>, Interval> ratios = new ConcurrentHashMap<>();

    public BlockComparison(List<Block<K>> blocks) {
        this(blocks, Map.of());
    }

    /**
     * @param calendar the share of the level that all looks up to a load may spend together, by load: above 0, ascending, 1 at most;
     *     empty where it is not known how much more will be compared
     */
    public BlockComparison(List<Block<K>> blocks, Map<Integer, Double> calendar) {
        this.blocks = List.copyOf(blocks);
        this.calendar = Map.copyOf(calendar);
        fit = new BlockEffects<>(this.blocks);
        common = new CommonEffect<>(fit, fit.withoutLevers());
    }

    /** Returns the settings, in the order in which they came. */
    public Set<K> settings() {
        return fit.settings();
    }

    /** Estimates the rate of a setting as a multiple of the mean of {@code others}, over all blocks that connect them. */
    public double estimate(K setting, Set<K> others) {
        return Math.exp(common.log(setting, others));
    }

    /**
     * Returns the setting that gives most, where one that was seldom seen has to look better by its standard error.
     *
     * @param without one that is left out, where there are others
     */
    public K best(@Nullable K without) {
        return best(fit.settings().stream()
                .filter(each -> fit.settings().size() == 1 || !each.equals(without))
                .toList());
    }

    /**
     * Returns the same of some settings.
     *
     * @param some at least one
     */
    public K best(Collection<K> some) {
        double noise = Math.sqrt(fit.variance());
        return some.stream()
                .max(Comparator.comparingDouble(each -> fit.effect(each) - noise / Math.sqrt(fit.blocks(each))))
                .orElseThrow();
    }

    /**
     * Counts the blocks of both, with the noise of the last load, that would tell as much as all blocks do, also those that
     * connect them over others; 0 where none do.
     *
     * @param others without the setting
     */
    public double information(K setting, Set<K> others) {
        return fit.information(blocks.size(), setting, others);
    }

    /**
     * Returns whether the blocks suffice to compare a setting with {@code others}: where they met in enough of them, however much less
     * noise later loads have.
     */
    public boolean compared(K setting, Set<K> others) {
        double information = information(setting, others);
        return (information >= LEAST_INFORMATION
                        || information > 0 && pairs(setting, others).size() >= LEAST_BLOCKS)
                && fit.degrees() >= LEAST_BLOCKS - 1;
    }

    /**
     * Returns the ratio of a setting to the mean of some with its interval at 95 %, all looks at it so far together. The level
     * is spent by the calendar, or else by the information, measured by what tells apart by {@code resolution} (Mehta and Tsiatis 2001).
     *
     * @param others without the setting
     * @param resolution on the log scale; above 0
     * @throws IllegalArgumentException if too few blocks connect them ({@link #compared})
     */
    public Interval ratio(K setting, Set<K> others, double resolution) {
        if (!compared(setting, others)) {
            throw new IllegalArgumentException("too few blocks connect " + setting + " and " + others);
        }
        return ratios.computeIfAbsent(new Pair<>(setting, Set.copyOf(others), resolution), this::allLooks);
    }

    private Interval allLooks(Pair<K> pair) {
        K setting = pair.setting();
        Set<K> others = pair.others();
        List<Look> looks = looks(setting, others);
        List<Double> made = looks.stream().map(Look::information).toList();
        double enough = Math.pow(TELLING * deviation(setting, others) / pair.resolution(), 2);
        var bounds = calendar.isEmpty()
                ? GroupSequentialBounds.of(Math.max(1, enough), made)
                : GroupSequentialBounds.byCalendar(
                        made,
                        looks.stream().map(look -> calendar.get(look.load())).toList());
        return once(setting, others, bounds.level(Statistics.ALPHA / 2));
    }

    /**
     * Returns the ratio at a single look.
     *
     * @param chance the probability that the truth lies beyond one of the ends; above 0, below 1
     */
    public Interval once(K setting, Set<K> others, double chance) {
        List<Block<K>> pairs = pairs(setting, others);
        double freedom = Math.max(0, pairs.size() - 1.0) + lent(pairs, setting, others);
        return common.ratio(
                setting,
                others,
                TDistribution.of(Math.max(1, freedom)),
                chance,
                errorOfNoise(setting, others),
                error(setting, others));
    }

    private double errorOfNoise(K setting, Set<K> others) {
        return deviation(setting, others) / Math.sqrt(information(setting, others));
    }

    /**
     * Returns the standard error of the logarithm of that ratio.
     *
     * @param others without the setting, and compared with it
     */
    public double error(K setting, Set<K> others) {
        return Math.hypot(errorOfNoise(setting, others), errorOfLevers(setting, others));
    }

    /** Returns the part of that error that is left by what is not known of the effect that blocks have in common; 0 where there is none. */
    public double errorOfLevers(K setting, Set<K> others) {
        return fit.errorOfLevers(setting, others);
    }

    /** Returns the effect that blocks have in common, by their levers; 0 where nothing was seen of it. */
    public double effect() {
        return fit.common();
    }

    /** Returns the standard error of that; 1 where nothing was seen of it. */
    public double errorOfEffect() {
        return fit.errorOfEffect();
    }

    /** Returns the standard deviation of the logarithm of that ratio in one block of the last load, moderated. */
    public double deviation(K setting, Set<K> others) {
        List<Block<K>> pairs = pairs(setting, others);
        double own = 0;
        double mean = 0;
        double weights = 0;
        for (Block<K> block : pairs) {
            double log = fit.log(block, setting)
                    - block.rates().keySet().stream()
                            .filter(others::contains)
                            .mapToDouble(each -> fit.log(block, each) - fit.effect(each))
                            .average()
                            .orElse(0);
            // West's running variance, weighted. Beside the mean of several the log has less variance than beside one.
            long several =
                    block.rates().keySet().stream().filter(others::contains).count();
            double weight = fit.weight(block) * 2 / (1 + 1.0 / several);
            weights += weight;
            double step = log - mean;
            mean += step * weight / weights;
            own += weight * step * (log - mean);
        }
        double freedom = Math.max(0, pairs.size() - 1.0);
        int lent = lent(pairs, setting, others);
        return Math.sqrt((own + lent * variance()) / Math.max(1, freedom + lent));
    }

    /** Returns the variance of the log ratio of two settings in one block of the last load, over all pairs of settings. */
    public double variance() {
        return 2 * fit.variance();
    }

    /** Returns the degrees of freedom of that variance. */
    public int degrees() {
        return fit.degrees();
    }

    /** Quiet loads lend nothing to a pair that met in far noisier ones alone. */
    private int lent(List<Block<K>> pairs, K setting, Set<K> others) {
        boolean noisy = pairs.size() >= LEAST_BLOCKS && information(setting, others) < LEAST_INFORMATION;
        return noisy ? 0 : Math.min(MOST_LENT, fit.degrees());
    }

    private List<Block<K>> pairs(K setting, Set<K> others) {
        return blocks.stream()
                .filter(block -> block.rates().containsKey(setting)
                        && block.rates().keySet().stream().anyMatch(others::contains))
                .toList();
    }

    /** Returns the information after each load that added to it. */
    private List<Look> looks(K setting, Set<K> others) {
        var looks = new ArrayList<Look>();
        double known = 0;
        double least = WORTH_A_LOOK * Math.min(1, information(setting, others));
        for (int i = 1; i <= blocks.size(); i++) {
            if (i == blocks.size() || blocks.get(i).load() != blocks.get(i - 1).load()) {
                double now = fit.information(i, setting, others);
                if (now > known + least) {
                    looks.add(new Look(blocks.get(i - 1).load(), now));
                    known = now;
                }
            }
        }
        return looks;
    }
}
