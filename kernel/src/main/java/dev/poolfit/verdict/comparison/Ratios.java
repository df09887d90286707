package dev.poolfit.verdict.comparison;

import dev.poolfit.evidence.BlockComparison;
import dev.poolfit.evidence.BlockComparison.Block;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Compares settings that were switched under one load. */
public final class Ratios {
    /** Errors between the line and a setting that four of five comparisons tell from it, at the level of an early look. */
    private static final double TELLING = 3;

    /** Looks spend the level by the square of the time: what is clear early is far from the line anyway. */
    private static final double SPENDING = 2;
    /** The budget may be exceeded by a tenth where that decides. */
    private static final double LONGEST = 1.1;

    /** Blocks: what was not compared has a large error, and no infinite one. */
    private static final double LEAST_INFORMATION = 1e-3;

    /** The error of what short slices leave out as a multiple of what is usual; with more, little is known of it. */
    private static final double UNKNOWN = 0.8;

    /** A size that gives less than so much of another one is too different for a check of small differences. */
    private static final double ALIKE = 0.85;

    private final List<Block<Settings>> blocks;
    private final Map<Integer, Double> calendar;
    private final BlockComparison<Settings> comparison;
    private final double resolution;

    /** @param resolution the share of the best that is worth telling; above 0 */
    public Ratios(List<Trial> trials, double resolution) {
        this(resolution, TurnBlocks.corrected(trials), Map.of());
    }

    /** @param left the time in which more may be compared; counts as 0 where the budget is exceeded */
    public Ratios(List<Trial> trials, double resolution, Duration left) {
        this(resolution, TurnBlocks.corrected(trials), calendar(trials, left));
    }

    private Ratios(double resolution, List<Block<Settings>> blocks, Map<Integer, Double> calendar) {
        this.blocks = blocks;
        this.calendar = calendar;
        this.resolution = resolution;
        comparison = new BlockComparison<>(blocks, calendar);
    }

    /** Returns the share of the level that was spent after each load. */
    private static Map<Integer, Double> calendar(List<Trial> trials, Duration left) {
        var seconds = new TreeMap<Integer, Double>();
        trials.forEach(trial -> trial.periods()
                .ifPresent(periods -> seconds.merge(
                        periods.load(),
                        trial.span().warmSeconds() + trial.span().measuredSeconds(),
                        Double::sum)));
        double all = seconds.values().stream().mapToDouble(each -> each).sum() + Math.max(0, left.toMillis() / 1000.0);
        var calendar = new HashMap<Integer, Double>();
        double passed = 0;
        for (var each : seconds.entrySet()) {
            passed += each.getValue();
            calendar.put(each.getKey(), Math.pow(passed / (LONGEST * all), SPENDING));
        }
        return calendar;
    }

    /** Returns the ratios as the slices show them, with nothing that short ones may leave out. */
    static Ratios asSeen(List<Trial> trials, double resolution) {
        return new Ratios(resolution, TurnBlocks.asSeen(trials, new LoadNoise(trials)::of), Map.of());
    }

    /** Returns the ratios with some settings taken for one, named by another: its rate in a block is their geometric mean. */
    Ratios pooled(Map<Settings, Settings> names) {
        return new Ratios(
                resolution,
                blocks.stream()
                        .map(block -> {
                            Map<Settings, Double> rates = pooled(block.rates(), names, Math::log);
                            rates.replaceAll((settings, log) -> Math.exp(log));
                            return new Block<>(
                                    block.load(), rates, block.noise(), pooled(block.levers(), names, lever -> lever));
                        })
                        .toList(),
                calendar);
    }

    private static Map<Settings, Double> pooled(
            Map<Settings, Double> some, Map<Settings, Settings> names, ToDoubleFunction<Double> value) {
        return some.entrySet().stream()
                .collect(Collectors.groupingBy(
                        each -> names.getOrDefault(each.getKey(), each.getKey()),
                        LinkedHashMap::new,
                        Collectors.averagingDouble(each -> value.applyAsDouble(each.getValue()))));
    }

    public Set<Settings> settings() {
        return comparison.settings();
    }

    /** Returns the best setting: it gives most, where one that was seldom seen has to look better than by chance. */
    public Settings best() {
        return comparison.best(settings());
    }

    /**
     * Returns the settings that cannot be told from the best: their mean is its rate, since the highest of several that are
     * alike owes part of its figure to luck. They lose no more than a standard error.
     *
     * @param share that they may lose of the best at most
     */
    public Set<Settings> top(double share) {
        return likeTheBest(best(), settings(), share);
    }

    /** Returns the settings of {@code some} that lose no more than a standard error of the best of them. */
    Set<Settings> likeTheBestOf(Set<Settings> some) {
        return likeTheBest(comparison.best(some), some, Double.POSITIVE_INFINITY);
    }

    /** Returns the top of all others than {@code without}; the best of them where it was not compared with the top. */
    public Set<Settings> top(double share, Settings without) {
        Set<Settings> others = new HashSet<>(settings());
        others.remove(without);
        if (others.isEmpty()) {
            return Set.of(without);
        }
        Set<Settings> top = likeTheBest(comparison.best(without), others, share);
        return compared(without, top) ? top : Set.of(rival(without));
    }

    private Set<Settings> likeTheBest(Settings best, Set<Settings> some, double share) {
        return some.stream()
                .filter(each -> each.equals(best)
                        || compared(each, Set.of(best))
                                && comparison.estimate(each, Set.of(best))
                                        >= 1 - Math.min(share, error(each, Set.of(best))))
                .collect(Collectors.toSet());
    }

    /** Returns the best setting beside another, of those that were compared with it if there is one. */
    public Settings rival(Settings other) {
        return settings().stream()
                .filter(each -> !each.equals(other) && compared(other, Set.of(each)))
                .max(Comparator.comparingDouble(each -> comparison.estimate(each, Set.of(other))))
                .orElseGet(() -> comparison.best(other));
    }

    /** Estimates the rate of settings as a multiple of the mean of {@code others}. */
    public double estimate(Settings settings, Set<Settings> others) {
        return comparison.estimate(settings, others);
    }

    /** Returns the interval of that estimate; empty where they share too few blocks. */
    public Optional<Interval> interval(Settings settings, Set<Settings> others) {
        return compared(settings, others)
                ? Optional.of(comparison.ratio(settings, others, resolution))
                : Optional.empty();
    }

    /** Counts the blocks of both that would tell as much. */
    public double information(Settings settings, Set<Settings> others) {
        return comparison.information(settings, others);
    }

    /** Returns the variance of the log ratio of two settings in one block of the last load; 0 where too little was compared. */
    double variance() {
        return comparison.variance();
    }

    /** Returns whether two settings took turns under one load in enough blocks to be compared by them alone. */
    public boolean met(Settings one, Settings other) {
        return blocks.stream()
                        .filter(block -> block.rates().keySet().containsAll(Set.of(one, other)))
                        .count()
                >= BlockComparison.LEAST_BLOCKS;
    }

    /** Returns whether two settings took turns, and the one seems to give no less than 85 % of the other. */
    public boolean alike(Settings one, Settings other) {
        return met(one, other) && Math.abs(Math.log(estimate(one, Set.of(other)))) <= -Math.log(ALIKE);
    }

    /** Returns whether a smaller pool was compared of which settings give less than such a share. */
    boolean smallerIsBetter(Settings settings, double line) {
        int pool = settings.pool().orElse(0);
        return settings().stream()
                .filter(each -> each.pool().orElse(0) < pool)
                .anyMatch(each -> interval(settings, Set.of(each))
                        .filter(ratio -> ratio.mean() < line)
                        .isPresent());
    }

    /**
     * Returns whether throughput surely does not fall by such a share from the next larger value that was compared, no more than twice as
     * large, to the one after it: a curve with one peak has it no lower than at that next value, and none before.
     */
    boolean flatAbove(Axis axis, int value, double share) {
        List<Integer> larger = settings().stream()
                .filter(each -> each.equals(axis.settings(axis.value(each))))
                .map(axis::value)
                .filter(each -> each > value)
                .sorted()
                .toList();
        return larger.size() > 1
                && larger.get(0) <= 2 * value
                && interval(axis.settings(larger.get(0)), Set.of(axis.settings(larger.get(1))))
                        .filter(ratio -> ratio.high() < 1 + share)
                        .isPresent();
    }

    private boolean compared(Settings settings, Set<Settings> others) {
        return comparison.compared(settings, others);
    }

    /** Returns the standard error of the estimate on the log scale. */
    public double error(Settings settings, Set<Settings> others) {
        double information = Math.max(LEAST_INFORMATION, comparison.information(settings, others));
        return Math.hypot(
                comparison.deviation(settings, others) / Math.sqrt(information),
                comparison.errorOfLevers(settings, others));
    }

    /** Returns by how much ln of the ratio of two sizes is another one in short slices than in long ones, by all that were compared in both. */
    double leftOut(Settings one, Settings other) {
        return comparison.effect() * (TurnBlocks.lever(one) - TurnBlocks.lever(other));
    }

    /** Returns the standard error of that; ratios in short slices have no smaller one, however many there are. */
    double errorOfLeftOut(Settings one, Settings other) {
        return comparison.errorOfEffect() * Math.abs(TurnBlocks.lever(one) - TurnBlocks.lever(other));
    }

    /** Returns whether short slices seem to leave something out, or too little is known of that. */
    boolean mayLeaveOut() {
        return comparison.effect() > comparison.errorOfEffect() || comparison.errorOfEffect() > UNKNOWN;
    }

    /**
     * Counts the further blocks that would most likely tell a setting from a line so far away, on the log scale. What short slices may leave
     * out is as if there were fewer blocks: the further ones have slices that leave out little.
     */
    public double blocksMissing(Settings settings, Set<Settings> others, double half) {
        double deviation = comparison.deviation(settings, others);
        double error = error(settings, others);
        double known = error == 0 ? comparison.information(settings, others) : Math.pow(deviation / error, 2);
        return Math.pow(TELLING * deviation / half, 2) - known;
    }
}
