package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.IntRange;
import dev.poolfit.verdict.search.Expectation.Seen;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * What is known of one knob's values beside the best settings: which are not worse by more than the margin, which are, and
 * which are still unclear.
 *
 * <p>A value is not worse only if the whole interval of its ratio to the best lies above 1 − margin
 * (non-inferiority): that no difference was found says nothing. What a larger pool can bring at most by the requests that
 * wait for a connection ({@link Waits}) is part of that interval, and so is what it can give at most in proportion to a smaller
 * one ({@link Proportion}), which also rules out values that were not compared.
 */
final class Narrowing {
    /** How a value compares with the best. */
    enum Relation {
        NOT_WORSE,
        WORSE,
        UNCLEAR
    }

    /** A value may be larger than the smallest that is not worse by this share, or by one. */
    private static final double CLOSE = 1.3;

    /** The width of an 80 % interval beside that of a 95 % interval, on the log scale: 1.28 ÷ 1.96. */
    private static final double PROBABLY = 0.654;

    private final IntRange range;
    private final Ratios ratios;
    private final Waits waits;
    private final double line;
    private final IntFunction<Settings> at;
    private final int best;
    private final double margin;
    private final NavigableMap<Integer, Relation> known = new TreeMap<>();
    private final NavigableMap<Integer, Seen> seen = new TreeMap<>();
    private final List<Proportion> proportions = new ArrayList<>();
    private final Expectation expectation;

    /**
     * @param at the settings at a value
     * @param best the value of the best settings
     * @param waits what larger pools can bring at most
     * @param excluded settings that miss another bound of the goal
     * @param curve the model's throughput by value; empty where no model describes the service
     */
    Narrowing(
            IntRange range,
            IntFunction<Settings> at,
            int best,
            Ratios ratios,
            Waits waits,
            double margin,
            Predicate<Settings> excluded,
            Optional<IntToDoubleFunction> curve) {
        this.range = range;
        this.at = at;
        this.best = range.clamp(best);
        this.ratios = ratios;
        this.waits = waits;
        this.margin = margin;
        line = 1 - margin;
        for (int value = range.low(); value <= range.high(); value++) {
            Settings settings = at.apply(value);
            if (excluded.test(settings)) {
                known.put(value, Relation.WORSE);
            } else if (ratios.settings().contains(settings)) {
                seen.put(
                        value,
                        new Seen(
                                ratios.estimate(settings, ratios.top(margin / 2)),
                                ratios.error(settings, top(settings))));
                Optional<Relation> relation = relation(settings);
                int place = value;
                relation.ifPresent(each -> known.put(place, each));
                proportion(settings).ifPresent(proportions::add);
            } else if (ruledOut(value).isPresent()) {
                known.put(value, Relation.WORSE);
            }
        }
        expectation = new Expectation(seen, curve);
    }

    private Optional<Proportion> proportion(Settings settings) {
        OptionalDouble inUse = waits.nearlyAllInUse(settings);
        return inUse.isEmpty()
                ? Optional.empty()
                : ratios.interval(settings, top(settings))
                        .map(ratio -> new Proportion(settings.pool().orElseThrow(), ratio, inUse.getAsDouble()));
    }

    /** What a smaller pool says of a larger one. */
    private Optional<Proportion> proportionAt(Settings settings) {
        int pool = settings.pool().orElse(0);
        return proportions.stream()
                .filter(each -> each.pool() < pool)
                .min(Comparator.comparingDouble(each -> each.most(pool)));
    }

    /** What shows that a value is worse although it was not compared. */
    Optional<Proportion> ruledOut(int value) {
        Settings settings = at.apply(value);
        return compared(value)
                ? Optional.empty()
                : proportionAt(settings)
                        .filter(each -> each.most(settings.pool().orElseThrow()) < line);
    }

    Optional<Relation> relation(Settings settings) {
        return ratio(settings)
                .map(interval -> interval.low() > line
                        ? Relation.NOT_WORSE
                        : interval.high() < line ? Relation.WORSE : Relation.UNCLEAR);
    }

    private Set<Settings> top(Settings settings) {
        return ratios.top(margin / 2, settings);
    }

    /** What settings give as a multiple of the best; empty where they were not compared. */
    Optional<Interval> ratio(Settings settings) {
        return ratios.interval(settings, top(settings))
                .map(ratio -> fewWait(settings, ratio)
                        .map(seen -> seen.bounded(ratio))
                        .orElse(ratio))
                .map(ratio -> proportionAt(settings)
                        .map(each -> each.bounded(settings.pool().orElseThrow(), ratio))
                        .orElse(ratio));
    }

    /** What was seen of requests that wait for a connection, where that shows that no larger pool is better by the margin. */
    Optional<Waits.Seen> fewWait(Settings settings) {
        return ratios.interval(settings, top(settings)).flatMap(ratio -> fewWait(settings, ratio));
    }

    private Optional<Waits.Seen> fewWait(Settings settings, Interval ratio) {
        return smallerIsBetter(settings) ? Optional.empty() : waits.few(settings, ratio, line);
    }

    private boolean smallerIsBetter(Settings settings) {
        int pool = settings.pool().orElse(0);
        return ratios.settings().stream()
                .filter(each -> each.pool().orElse(0) < pool)
                .anyMatch(each -> ratios.interval(settings, Set.of(each))
                        .filter(ratio -> ratio.mean() < line)
                        .isPresent());
    }

    /** The smallest value that is known not to be worse. */
    OptionalInt smallest() {
        return known.entrySet().stream()
                .filter(each -> each.getValue() == Relation.NOT_WORSE)
                .mapToInt(each -> each.getKey())
                .findFirst();
    }

    /** Of the values that were compared and are not known to be worse, the one that is expected to give most. */
    OptionalInt promising() {
        return seen.keySet().stream()
                .filter(value -> known.get(value) != Relation.WORSE)
                .max(Comparator.comparingDouble(expectation::ratio))
                .stream()
                .mapToInt(value -> value)
                .findFirst();
    }

    /** The largest value below the smallest that is known to be worse; one below the range where there is none. */
    int worse() {
        return worse(value -> true);
    }

    /** The same of those that were tried. */
    int worseSeen() {
        return worse(value -> ruledOut(value).isEmpty());
    }

    private int worse(IntPredicate which) {
        return known.headMap(ceiling()).entrySet().stream()
                .filter(each -> each.getValue() == Relation.WORSE)
                .mapToInt(Map.Entry::getKey)
                .filter(which)
                .max()
                .orElse(range.low() - 1);
    }

    /** Of the values between the two that were compared and are unclear, the one that would be decided soonest. */
    OptionalInt unclear() {
        return known.subMap(worse(), false, ceiling(), false).entrySet().stream()
                .filter(each -> each.getValue() == Relation.UNCLEAR)
                .map(Map.Entry::getKey)
                .min(Comparator.comparingDouble(this::blocksToDecide))
                .stream()
                .mapToInt(value -> value)
                .findFirst();
    }

    /** The smallest value whose estimate, whatever its interval, is not worse. */
    OptionalInt likely() {
        return known.keySet().stream()
                .filter(value -> known.get(value) != Relation.WORSE)
                .filter(value -> ratio(at.apply(value))
                        .filter(ratio -> ratio.mean() > line)
                        .isPresent())
                .mapToInt(value -> value)
                .findFirst();
    }

    /** How often what lies between what is worse and what is not can still be halved, by ratio. */
    double halvings() {
        double ratio = ceiling() / (double) Math.max(1, worse());
        return Math.max(1, Math.log(Math.max(1, ratio)) / Math.log(2));
    }

    int low() {
        return range.low();
    }

    /** The answer, or else the best, of which it is not known yet whether it is. */
    int ceiling() {
        return smallest().orElse(best);
    }

    /** Whether the answer cannot be more than one or {@value #CLOSE} times the smallest that is not worse. */
    boolean close() {
        return smallest().isPresent() && close(worse(), smallest().getAsInt());
    }

    /** The same where what is probably worse counts as worse: a connection too many harms less than one too few. */
    boolean probablyClose() {
        return smallest().isPresent()
                && close(probablyWorse().orElse(worse()), smallest().getAsInt());
    }

    /** The largest value below the smallest that is not worse which is {@link #probablyWorse(int) probably worse}. */
    OptionalInt probablyWorse() {
        return known.subMap(worse(), false, ceiling(), false).keySet().stream()
                .mapToInt(value -> value)
                .filter(this::probablyWorse)
                .max();
    }

    /** Whether a value is worse by its 80 % interval, but not by its 95 % interval. */
    boolean probablyWorse(int value) {
        return known.get(value) == Relation.UNCLEAR
                && ratio(at.apply(value))
                        .filter(ratio -> ratio.mean() * Math.pow(ratio.high() / ratio.mean(), PROBABLY) < line)
                        .isPresent();
    }

    static boolean close(int worse, int value) {
        return value <= Math.max(worse + 2, CLOSE * (worse + 1));
    }

    /** The step below the answer, where it was not compared. */
    Optional<Integer> unseenStep(IntUnaryOperator step) {
        return smallest().stream()
                .map(answer -> answer - step.applyAsInt(answer))
                .filter(below -> below > worseSeen() && !compared(below))
                .boxed()
                .findFirst();
    }

    /** The value that is expected to give most, if that is more than the best so far by a part of the margin. */
    OptionalInt peak() {
        return guided()
                ? IntStream.rangeClosed(range.low(), range.high())
                        .filter(value -> ruledOut(value).isEmpty() && expectation.ratio(value) > 1 + margin / 3)
                        .boxed()
                        .max(Comparator.comparingDouble(expectation::ratio))
                        .stream()
                        .mapToInt(value -> value)
                        .findFirst()
                : OptionalInt.empty();
    }

    boolean guided() {
        return expectation.guided();
    }

    boolean compared(int value) {
        return seen.containsKey(value);
    }

    /**
     * How many more blocks would show a value to be what it is wanted to be, by what it is expected to give; 0 where that is
     * known, infinite where the contrary is expected.
     */
    double missing(int value, Relation wanted) {
        if (value < range.low() || known.get(value) == wanted) {
            return 0;
        }
        Settings settings = at.apply(value);
        if (!compared(value) && !known.containsKey(value) && waits.fewExpected(settings)) {
            return wanted == Relation.NOT_WORSE ? 1 : Double.POSITIVE_INFINITY;
        }
        double distance = Math.log(expectation.ratio(value) / line) * (wanted == Relation.NOT_WORSE ? 1 : -1);
        if (distance <= 0 || known.containsKey(value) && known.get(value) != Relation.UNCLEAR) {
            return Double.POSITIVE_INFINITY;
        }
        return Math.max(1, ratios.blocksMissing(settings, top(settings), distance));
    }

    /** How many blocks would show a value that is as good as the best not to be worse. */
    double blocksToShow(int value) {
        return ratios.blocksMissing(at.apply(value), top(at.apply(value)), margin);
    }

    /** How many more blocks would tell a value from the line, by what its blocks show so far. */
    double blocksToDecide(int value) {
        double distance = Math.abs(Math.log(expectation.ratio(value) / line));
        return Math.max(1, ratios.blocksMissing(at.apply(value), top(at.apply(value)), Math.max(distance, margin / 3)));
    }
}
