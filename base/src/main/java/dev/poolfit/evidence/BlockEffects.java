package dev.poolfit.evidence;

import dev.poolfit.evidence.BlockComparison.Block;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The effects of settings in ln rate = block + setting + lever · common effect + noise, by weighted least squares: loads count by how little
 * noise they have.
 *
 * @param <K> the type that names a setting
 */
final class BlockEffects<K> {
    /** A spoilt load makes the others look noisy until it counts less. */
    private static final int WEIGHINGS = 2;

    /** Degrees of freedom that the noise of all lends to that of a load. */
    private static final double LENT_TO_LOAD = 24;
    /** Of one ln rate, before anything is known of it. */
    private static final double USUAL_VARIANCE = 0.0025;
    /** A common effect may be there that nothing has shown. */
    private static final double LEAST_EXPECTED = 0.3;
    /** Errors below 0 at which noise alone has an effect with a probability of 0.5 %. */
    private static final double SURELY = 2.58;
    /** A variance of less than that is rounding. */
    private static final double LEAST_VARIANCE = 1e-9;

    private final List<Block<K>> blocks;
    private final Map<K, Double> effects = new LinkedHashMap<>();
    private final Map<Integer, Double> weights = new HashMap<>();
    /** By the number of blocks from the first. */
    private final Map<Integer, Meetings<K>> meetings = new HashMap<>();

    /** What levers multiply. */
    private double common;
    /** The standard deviation of that beforehand. */
    private double expected = 1;
    /** Whether it is surely below 0, which it was not expected to be. */
    private boolean below;
    /** With what levers multiply as unknown; empty where there are no levers. */
    private final Optional<Meetings<K>> joint;

    private final double squares;
    private final int degrees;

    BlockEffects(List<Block<K>> blocks) {
        this.blocks = blocks;
        blocks.forEach(block -> block.rates().keySet().forEach(each -> effects.put(each, 0.0)));
        solve(USUAL_VARIANCE);
        for (int weighing = 0; weighing < WEIGHINGS; weighing++) {
            solve(weigh());
        }
        if (hasLevers()) {
            expect(weigh());
        }
        squares = blocks.stream()
                .mapToDouble(block -> weight(block) * squares(block))
                .sum();
        long plain = blocks.stream().filter(each -> each.levers().isEmpty()).count();
        int effect = plain > 0 && plain < blocks.size() ? 1 : 0;
        degrees = Math.max(0, freedom(blocks) - Math.max(0, effects.size() - 1) - effect);
        joint = hasLevers()
                ? Optional.of(new Meetings<>(blocks, settings(), weights, rounded(), expected))
                : Optional.empty();
    }

    /** Returns the variance, and no less than rounding makes. */
    private double rounded() {
        return Math.max(LEAST_VARIANCE, variance());
    }

    /** Returns the settings, in the order in which they came. */
    Set<K> settings() {
        return effects.keySet();
    }

    /** Returns the variance of one logarithm of a rate that blocks and settings do not explain, in the last load. */
    double variance() {
        return degrees == 0 ? 0 : squares / degrees;
    }

    int degrees() {
        return degrees;
    }

    /** @param variance of one ln rate */
    private void solve(double variance) {
        double[] solution = new Meetings<>(blocks, settings(), weights, variance, expected).solution();
        int next = 0;
        for (K each : settings()) {
            effects.put(each, solution[next++]);
        }
        common = solution[next];
    }

    /**
     * Weighs loads by their noise, moderated by the usual noise, since a load has few blocks.
     *
     * @return the variance of one ln rate in the last load
     */
    private double weigh() {
        Map<Integer, List<Block<K>>> loads =
                blocks.stream().collect(Collectors.groupingBy(Block::load, TreeMap::new, Collectors.toList()));
        if (freedom(blocks) == 0) {
            return USUAL_VARIANCE;
        }
        double usual = Math.max(LEAST_VARIANCE, usual(loads.values()));
        loads.forEach((load, own) -> {
            double variance = (LENT_TO_LOAD * usual * own.get(0).noise()
                            + own.stream().mapToDouble(this::squares).sum())
                    / (LENT_TO_LOAD + freedom(own));
            weights.put(load, usual / Math.max(LEAST_VARIANCE, variance));
        });
        double last = weight(blocks.get(blocks.size() - 1));
        weights.replaceAll((load, weight) -> weight / last);
        return usual / last;
    }

    /** Returns the median of the loads by their degrees of freedom: one that was spoilt says nothing of the others. */
    private double usual(Collection<List<Block<K>>> loads) {
        List<List<Block<K>>> quietFirst = loads.stream()
                .filter(each -> freedom(each) > 0)
                .sorted(Comparator.comparingDouble(this::variance))
                .toList();
        int left = freedom(blocks);
        for (List<Block<K>> load : quietFirst) {
            left -= 2 * freedom(load);
            if (left <= 0) {
                return variance(load);
            }
        }
        return 0;
    }

    /** Returns the variance of a load as a multiple of what is expected of it beside others. */
    private double variance(List<Block<K>> load) {
        return load.stream()
                        .mapToDouble(block -> squares(block) / block.noise())
                        .sum()
                / freedom(load);
    }

    private static <K> int freedom(List<Block<K>> some) {
        return some.stream().mapToInt(block -> block.rates().size() - 1).sum();
    }

    /** Returns the weight of a block, as a multiple of that of the last load's. */
    double weight(Block<K> block) {
        return weights.getOrDefault(block.load(), 1.0);
    }

    private double squares(Block<K> block) {
        double level = level(block);
        return block.rates().keySet().stream()
                .mapToDouble(each -> Math.pow(log(block, each) - level - effect(each), 2))
                .sum();
    }

    private double level(Block<K> block) {
        return block.rates().keySet().stream()
                .mapToDouble(each -> log(block, each) - effect(each))
                .average()
                .orElse(0);
    }

    /** Returns the logarithm of a setting's rate in a block without what levers put there; 0 where it had no turn. */
    double log(Block<K> block, K setting) {
        return Math.log(block.rates().getOrDefault(setting, 1.0)) - block.lever(setting) * common;
    }

    /** Returns the effect of a setting on the log scale; 0 of one that never had its turn. */
    double effect(K setting) {
        return effects.getOrDefault(setting, 0.0);
    }

    /** Returns the mean effect, weighted by blocks: a setting that was seldom seen says little of what they give. */
    double mean(Set<K> settings) {
        double sum = 0;
        double weights = 0;
        for (K each : inOrder(settings)) {
            sum += blocks(each) * effect(each);
            weights += blocks(each);
        }
        return weights == 0 ? 0 : sum / weights;
    }

    /** A sum depends on the order in its last digits, and sets have another one in each process. */
    private List<K> inOrder(Collection<K> some) {
        return settings().stream().filter(some::contains).toList();
    }

    /** Counts the blocks in which a setting had its turn, by their weights. */
    double blocks(K setting) {
        return blocks.stream()
                .filter(block -> block.rates().containsKey(setting))
                .mapToDouble(this::weight)
                .sum();
    }

    /** Computes {@link BlockComparison#information} of the first blocks, as if the common effect were known. */
    double information(int first, K setting, Set<K> others) {
        if (!effects.containsKey(setting) || !effects.keySet().containsAll(others)) {
            return 0;
        }
        return meetings.computeIfAbsent(first, this::meetings).information(contrast(setting, others));
    }

    private Meetings<K> meetings(int first) {
        List<Block<K>> plain = blocks.subList(0, first).stream()
                .map(each -> new Block<>(each.load(), each.rates()))
                .toList();
        return new Meetings<>(plain, settings(), weights, rounded(), expected);
    }

    private ToDoubleFunction<K> contrast(K setting, Set<K> others) {
        double all = inOrder(others).stream().mapToDouble(this::blocks).sum();
        return each -> each.equals(setting) ? 1 : others.contains(each) ? -blocks(each) / all : 0;
    }

    /** Computes {@link BlockComparison#errorOfLevers}: by how much the variance is larger than if the effect were known. */
    double errorOfLevers(K setting, Set<K> others) {
        double known = information(blocks.size(), setting, others);
        return known == 0
                ? 0
                : joint.map(each -> 1 / each.information(contrast(setting, others)) - 1 / known)
                        .map(more -> Math.sqrt(Math.max(0, 2 * rounded() * more)))
                        .orElse(0.0);
    }

    /** Returns the effects of the same blocks without levers. */
    BlockEffects<K> withoutLevers() {
        return hasLevers()
                ? new BlockEffects<>(blocks.stream()
                        .map(each -> new Block<>(each.load(), each.rates(), each.noise()))
                        .toList())
                : this;
    }

    private boolean hasLevers() {
        return blocks.stream().anyMatch(each -> !each.levers().isEmpty());
    }

    /**
     * Expects the less of a common effect the more surely it was seen to be small (an empirical Bayes estimate: Morris 1983); before it
     * was seen at all, about 1.
     *
     * @param variance of one ln rate
     */
    private void expect(double variance) {
        double error = Math.sqrt(
                variance * new Meetings<>(blocks, settings(), weights, variance, expected).varianceOfEffect());
        below = common + SURELY * error < 0;
        double seen = below ? common : Math.max(0, common);
        expected = Math.min(1, Math.max(LEAST_EXPECTED, Math.hypot(seen, error)));
        solve(variance);
    }

    /** Returns whether the common effect is surely below 0. */
    boolean isBelow() {
        return below;
    }

    /** Returns by how much more of the common effect is in a setting than in others, where blocks have it. */
    double more(K setting, Set<K> others) {
        double all = inOrder(others).stream().mapToDouble(this::blocks).sum();
        return lever(setting)
                - inOrder(others).stream()
                                .mapToDouble(each -> blocks(each) * lever(each))
                                .sum()
                        / all;
    }

    private double lever(K setting) {
        return blocks.stream()
                .mapToDouble(each -> each.lever(setting))
                .filter(each -> each != 0)
                .findFirst()
                .orElse(0);
    }

    double common() {
        return common;
    }

    double errorOfEffect() {
        return joint.map(each -> Math.sqrt(rounded() * each.varianceOfEffect())).orElse(1.0);
    }
}
