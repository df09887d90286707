package dev.poolfit.evidence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.TDistribution;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.linear.SingularValueDecomposition;
import org.jspecify.annotations.Nullable;

/**
 * How settings compare that had their turns in common blocks: ln rate = block + setting + noise, by least squares. What
 * drifts is in the blocks, so that it cancels; settings that never met are compared over those that met both. Loads count by how
 * little noise they have (weighted least squares): what was compared while the JIT compiler was at work says less.
 *
 * <p>The interval of a ratio rests on the noise of that pair's own blocks, moderated by the noise of all: the variance is
 * (d₀s₀² + d s²) ÷ (d₀ + d), with as many degrees of freedom, as of few observations with many like them (Smyth 2004). Of few
 * blocks alone the noise would be anybody's guess. The level is shared among all looks at the pair so far ({@link Looks}).
 * {@code BlockComparisonIT} measures how often such intervals cover the truth.
 *
 * @param <K> what names a setting
 */
public final class BlockComparison<K> {
    /** Blocks in which two settings must meet to be compared. */
    public static final int LEAST_BLOCKS = 4;

    /** Blocks that must connect them, as it were, where others lend their noise. */
    private static final double LEAST_INFORMATION = 1.5;

    /** Errors between a line and a setting that nine of ten comparisons tell from it, at a level of 2.5 %: 1.96 + 1.28. */
    private static final double TELLING = 3.24;
    /** Sweeps in which effects of blocks and settings settle. */
    private static final int SWEEPS = 60;

    private static final double SMALLEST_MOVE = 1e-7;
    /** What is left of a contrast that the blocks connect is rounding. */
    private static final double CONNECTED = 1e-6;
    /** In blocks. */
    private static final double WORTH_A_LOOK = 0.1;
    /** Degrees of freedom that the noise of all lends to that of a pair, at most. */
    private static final int MOST_LENT = 12;
    /** Degrees of freedom that the noise of all lends to that of a load. */
    private static final double LENT_TO_LOAD = 24;
    /** A variance of less than that is rounding. */
    private static final double LEAST_VARIANCE = 1e-9;

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
    /** By load; of the last one 1. */
    private final Map<Integer, Double> weights = new HashMap<>();

    private double squares;
    private int degrees;

    public BlockComparison(List<Block<K>> blocks) {
        this.blocks = List.copyOf(blocks);
        blocks.forEach(block -> block.rates().keySet().forEach(each -> effects.put(each, 0.0)));
        settle();
        weigh();
        settle();
        squares = blocks.stream()
                .mapToDouble(block -> weight(block) * squares(block))
                .sum();
        degrees = Math.max(0, freedom(blocks) - Math.max(0, effects.size() - 1));
    }

    private void settle() {
        boolean moved = true;
        for (int sweep = 0; moved && sweep < SWEEPS; sweep++) {
            moved = sweep();
        }
    }

    /** By the noise of each load, of which that of all is a part, since a load has few blocks. */
    private void weigh() {
        int all = freedom(blocks);
        if (blocks.isEmpty() || all == 0) {
            return;
        }
        double usual = Math.max(
                LEAST_VARIANCE, blocks.stream().mapToDouble(this::squares).sum() / all);
        Map<Integer, List<Block<K>>> loads = blocks.stream().collect(Collectors.groupingBy(Block::load));
        loads.forEach((load, own) -> {
            double variance = (LENT_TO_LOAD * usual
                            + own.stream().mapToDouble(this::squares).sum())
                    / (LENT_TO_LOAD + freedom(own));
            weights.put(load, usual / Math.max(LEAST_VARIANCE, variance));
        });
        double last = weight(blocks.get(blocks.size() - 1));
        weights.replaceAll((load, weight) -> weight / last);
    }

    private static <K> int freedom(List<Block<K>> some) {
        return some.stream().mapToInt(block -> block.rates().size() - 1).sum();
    }

    private double weight(Block<K> block) {
        return weights.getOrDefault(block.load(), 1.0);
    }

    private double squares(Block<K> block) {
        double level = level(block);
        return block.rates().entrySet().stream()
                .mapToDouble(each -> Math.pow(Math.log(each.getValue()) - level - effect(each.getKey()), 2))
                .sum();
    }

    /** @return whether an effect changed by more than is worth another sweep */
    private boolean sweep() {
        Map<K, double[]> sums = new HashMap<>();
        for (Block<K> block : blocks) {
            double level = level(block);
            double weight = weight(block);
            block.rates().forEach((each, rate) -> {
                double[] sum = sums.computeIfAbsent(each, first -> new double[2]);
                sum[0] += weight * (Math.log(rate) - level);
                sum[1] += weight;
            });
        }
        double most = 0;
        for (var each : sums.entrySet()) {
            double mean = each.getValue()[0] / each.getValue()[1];
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

    private double blocks(K setting) {
        return blocks.stream()
                .filter(block -> block.rates().containsKey(setting))
                .mapToDouble(this::weight)
                .sum();
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

    /**
     * How many blocks of both, with the noise of the last load, would tell as much of a setting beside some as all blocks do,
     * also those that connect them over others; 0 where none do.
     *
     * @param others without the setting
     */
    public double information(K setting, Set<K> others) {
        return information(blocks, setting, others);
    }

    /** The variance of a contrast c is σ² cᵀL⁺c, where L is the Laplacian of who met whom: 1 − 1/k in each block of k settings. */
    private double information(List<Block<K>> some, K setting, Set<K> others) {
        if (!effects.containsKey(setting) || !effects.keySet().containsAll(others)) {
            return 0;
        }
        List<K> settings = List.copyOf(effects.keySet());
        double[][] met = new double[settings.size()][settings.size()];
        for (Block<K> block : some) {
            for (K one : block.rates().keySet()) {
                for (K other : block.rates().keySet()) {
                    met[settings.indexOf(one)][settings.indexOf(other)] += weight(block)
                            * ((one.equals(other) ? 1 : 0) - 1.0 / block.rates().size());
                }
            }
        }
        double all = others.stream().mapToDouble(this::blocks).sum();
        RealVector contrast = MatrixUtils.createRealVector(settings.stream()
                .mapToDouble(each -> each.equals(setting) ? 1 : others.contains(each) ? -blocks(each) / all : 0)
                .toArray());
        RealMatrix laplacian = MatrixUtils.createRealMatrix(met);
        RealVector solution =
                new SingularValueDecomposition(laplacian).getSolver().solve(contrast);
        boolean connected = laplacian.operate(solution).getDistance(contrast) < CONNECTED;
        return connected ? 2 / contrast.dotProduct(solution) : 0;
    }

    /** Whether blocks tell how a setting compares with some. */
    public boolean compared(K setting, Set<K> others) {
        return information(setting, others) >= LEAST_INFORMATION && degrees >= LEAST_BLOCKS - 1;
    }

    /**
     * The ratio of a setting to the mean of some with its interval at 95 %, all looks at it so far together. The level is
     * spent by the information, measured by what tells apart by {@code resolution} (Mehta and Tsiatis 2001).
     *
     * @param others without the setting
     * @param resolution on the log scale; above 0
     * @throws IllegalArgumentException if too few blocks connect them ({@link #compared})
     */
    public Interval ratio(K setting, Set<K> others, double resolution) {
        if (!compared(setting, others)) {
            throw new IllegalArgumentException("too few blocks connect " + setting + " and " + others);
        }
        double enough = Math.pow(TELLING * deviation(setting, others) / resolution, 2);
        return once(
                setting,
                others,
                Looks.of(Math.max(1, enough), looks(setting, others)).level(Statistics.ALPHA / 2));
    }

    /**
     * The same at a single look.
     *
     * @param chance that the truth lies beyond one of the ends
     */
    public Interval once(K setting, Set<K> others, double chance) {
        double freedom = Math.max(0, pairs(setting, others).size() - 1.0) + lent();
        double half = TDistribution.of(Math.max(1, freedom)).inverseSurvivalProbability(chance)
                * deviation(setting, others)
                / Math.sqrt(information(setting, others));
        double log = effect(setting) - mean(others);
        return new Interval(Math.exp(log), Math.exp(log - half), Math.exp(log + half));
    }

    /** The standard deviation of the logarithm of that ratio in one block of the last load, moderated. */
    public double deviation(K setting, Set<K> others) {
        List<Block<K>> pairs = pairs(setting, others);
        double own = 0;
        double mean = 0;
        double weights = 0;
        for (Block<K> block : pairs) {
            double log = Math.log(block.rates().getOrDefault(setting, 1.0))
                    - block.rates().entrySet().stream()
                            .filter(each -> others.contains(each.getKey()))
                            .mapToDouble(each -> Math.log(each.getValue()) - effect(each.getKey()))
                            .average()
                            .orElse(0);
            // West's running variance, weighted.
            weights += weight(block);
            double step = log - mean;
            mean += step * weight(block) / weights;
            own += weight(block) * step * (log - mean);
        }
        double freedom = Math.max(0, pairs.size() - 1.0);
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

    /** What was known after each load that added to it. */
    private List<Double> looks(K setting, Set<K> others) {
        var looks = new ArrayList<Double>();
        double known = 0;
        for (int i = 1; i <= blocks.size(); i++) {
            if (i == blocks.size() || blocks.get(i).load() != blocks.get(i - 1).load()) {
                double now = information(blocks.subList(0, i), setting, others);
                if (now > known + WORTH_A_LOOK) {
                    looks.add(now);
                    known = now;
                }
            }
        }
        return looks;
    }
}
