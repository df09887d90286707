package dev.poolfit.evidence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * How settings compare that had their turns in common blocks: ln rate = block + setting + noise, by least squares. What
 * drifts is in the blocks, so that it cancels; settings that never met are compared over those that met both.
 *
 * <p>The interval of a ratio rests on the noise of that pair's own blocks, moderated by the noise of all: the variance is
 * (d₀s₀² + d s²) ÷ (d₀ + d), with as many degrees of freedom, as of few observations with many like them (Smyth 2004). Of few
 * blocks alone the noise would be anybody's guess. The level is shared among all looks at the pair so far ({@link Looks}).
 * {@code BlockComparisonIT} measures how often such intervals cover the truth.
 *
 * @param <K> what names a setting
 */
public final class BlockComparison<K> {
    /** Blocks that a pair must share. */
    public static final int LEAST_BLOCKS = 4;

    /** So many blocks mostly decide between two settings: looks before them spend the less of the level. */
    private static final int USUAL_BLOCKS = 24;
    /** Sweeps in which effects of blocks and settings settle. */
    private static final int SWEEPS = 60;

    private static final double SMALLEST_MOVE = 1e-7;
    /** Degrees of freedom that the noise of all lends to that of a pair, at most. */
    private static final int MOST_LENT = 12;

    /**
     * One block.
     *
     * @param load which load it belongs to; loads are looked at one after the other, by rising numbers
     * @param rates by setting; above 0
     */
    public record Block<K>(int load, Map<K, Double> rates) {
        public Block {
            rates = Map.copyOf(rates);
            if (rates.values().stream().anyMatch(rate -> !(rate > 0 && Double.isFinite(rate)))) {
                throw new IllegalArgumentException("rates must be above 0 and finite, but are " + rates);
            }
        }
    }

    private final List<Block<K>> blocks;
    private final Map<K, Double> effects = new LinkedHashMap<>();
    private double squares;
    private int degrees;

    public BlockComparison(List<Block<K>> blocks) {
        this.blocks = List.copyOf(blocks);
        blocks.forEach(block -> block.rates().keySet().forEach(each -> effects.put(each, 0.0)));
        boolean moved = true;
        for (int sweep = 0; moved && sweep < SWEEPS; sweep++) {
            moved = sweep();
        }
        for (Block<K> block : blocks) {
            double level = level(block);
            block.rates().forEach((each, rate) -> squares += Math.pow(Math.log(rate) - level - effect(each), 2));
            degrees += block.rates().size() - 1;
        }
        degrees = Math.max(0, degrees - Math.max(0, effects.size() - 1));
    }

    /** @return whether an effect changed by more than is worth another sweep */
    private boolean sweep() {
        Map<K, List<Double>> residues = new HashMap<>();
        for (Block<K> block : blocks) {
            double level = level(block);
            block.rates()
                    .forEach((each, rate) -> residues.computeIfAbsent(each, first -> new ArrayList<>())
                            .add(Math.log(rate) - level));
        }
        double most = 0;
        for (var each : residues.entrySet()) {
            double mean = each.getValue().stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(0);
            most = Math.max(most, Math.abs(mean - effect(each.getKey())));
            effects.put(each.getKey(), mean);
        }
        return most > SMALLEST_MOVE;
    }

    private double level(Block<K> block) {
        return block.rates().entrySet().stream()
                .mapToDouble(each -> Math.log(each.getValue()) - effect(each.getKey()))
                .average()
                .orElse(0);
    }

    private double effect(K setting) {
        return effects.getOrDefault(setting, 0.0);
    }

    /** The settings, in the order in which they came. */
    public Set<K> settings() {
        return effects.keySet();
    }

    /** What a setting gives as a multiple of the mean of some, over all blocks that connect them. */
    public double estimate(K setting, Set<K> others) {
        return Math.exp(effect(setting) - mean(others));
    }

    /** Weighted by blocks: a setting that was seldom seen says little of what they give. */
    private double mean(Set<K> settings) {
        double sum = 0;
        double weights = 0;
        for (K each : settings) {
            sum += blocks(each) * effect(each);
            weights += blocks(each);
        }
        return weights == 0 ? 0 : sum / weights;
    }

    private long blocks(K setting) {
        return blocks.stream()
                .filter(block -> block.rates().containsKey(setting))
                .count();
    }

    /**
     * The setting that gives most, where one that was seldom seen has to look better by its standard error.
     *
     * @param without one that is left out, where there are others
     */
    public K best(@Nullable K without) {
        double noise = Math.sqrt(degrees == 0 ? 0 : squares / degrees);
        return effects.keySet().stream()
                .filter(each -> effects.size() == 1 || !each.equals(without))
                .max(Comparator.comparingDouble(each -> effect(each) - noise / Math.sqrt(blocks(each))))
                .orElseThrow();
    }

    /** How many blocks a setting had a turn in together with any of some. */
    public int shared(K setting, Set<K> others) {
        return pairs(setting, others).size();
    }

    /**
     * The ratio of a setting to the mean of some with its interval at 95 %, all looks at it so far together.
     *
     * @param others without the setting
     * @throws IllegalArgumentException if they share fewer than {@link #LEAST_BLOCKS} blocks
     */
    public Interval ratio(K setting, Set<K> others) {
        List<Block<K>> pairs = pairs(setting, others);
        if (pairs.size() < LEAST_BLOCKS) {
            throw new IllegalArgumentException(
                    "settings must share at least " + LEAST_BLOCKS + " blocks, but share " + pairs.size());
        }
        return ratio(
                setting,
                others,
                Looks.of(Math.max(USUAL_BLOCKS, pairs.size()), looks(pairs)).level(Statistics.ALPHA / 2));
    }

    /** @param chance that the truth lies beyond one of the ends */
    Interval ratio(K setting, Set<K> others, double chance) {
        List<Block<K>> pairs = pairs(setting, others);
        double half = TDistribution.of(pairs.size() - 1.0 + lent()).inverseSurvivalProbability(chance)
                * deviation(setting, others)
                / Math.sqrt(pairs.size());
        double log = effect(setting) - mean(others);
        return new Interval(Math.exp(log), Math.exp(log - half), Math.exp(log + half));
    }

    /** The standard deviation of the logarithm of that ratio in one block, moderated. */
    public double deviation(K setting, Set<K> others) {
        double[] logs = pairs(setting, others).stream()
                .mapToDouble(block -> Math.log(block.rates().getOrDefault(setting, 1.0))
                        - block.rates().entrySet().stream()
                                .filter(each -> others.contains(each.getKey()))
                                .mapToDouble(each -> Math.log(each.getValue()) - effect(each.getKey()))
                                .average()
                                .orElse(0))
                .toArray();
        double own = RunNoise.NONE.andLogs(logs).squares();
        double freedom = Math.max(0, logs.length - 1.0);
        double all = degrees == 0 ? 0 : 2 * squares / degrees;
        return Math.sqrt((own + lent() * all) / Math.max(1, freedom + lent()));
    }

    private int lent() {
        return Math.min(MOST_LENT, degrees);
    }

    private List<Block<K>> pairs(K setting, Set<K> others) {
        return blocks.stream()
                .filter(block -> block.rates().containsKey(setting)
                        && block.rates().keySet().stream().anyMatch(others::contains))
                .toList();
    }

    /** How many of these blocks there were after each load. */
    private static <K> List<Integer> looks(List<Block<K>> pairs) {
        var looks = new TreeMap<Integer, Integer>();
        for (int i = 0; i < pairs.size(); i++) {
            looks.put(pairs.get(i).load(), i + 1);
        }
        return List.copyOf(looks.values());
    }
}
