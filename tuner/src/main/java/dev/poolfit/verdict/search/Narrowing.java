package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.IntRange;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * What is known of one knob's values beside the best settings: which are not worse by more than the margin, which are, and
 * which are still unclear.
 *
 * <p>A value is not worse only if the whole interval of its ratio to the best lies above 1 − margin
 * (non-inferiority): that no difference was found says nothing.
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
    /** Between what is worse and what is not. */
    private static final double WIDE = 1.6;

    /** Half an interval of so many margins shows that a value as good as the best is not worse. */
    private static final double ENOUGH = 0.8;

    private final IntRange range;
    private final Ratios ratios;
    private final double line;
    private final IntFunction<Settings> at;
    private final double margin;
    private final NavigableMap<Integer, Relation> known = new TreeMap<>();
    private final NavigableMap<Integer, Double> estimates = new TreeMap<>();
    /** What an estimate may be too low by, as a standard error on the log scale. */
    private final NavigableMap<Integer, Double> errors = new TreeMap<>();

    /**
     * @param at the settings at a value
     * @param excluded settings that miss another bound of the goal
     */
    Narrowing(IntRange range, IntFunction<Settings> at, Ratios ratios, double margin, Predicate<Settings> excluded) {
        this.range = range;
        this.at = at;
        this.ratios = ratios;
        this.margin = margin;
        line = 1 - margin;
        for (int value = range.low(); value <= range.high(); value++) {
            Settings settings = at.apply(value);
            if (excluded.test(settings)) {
                known.put(value, Relation.WORSE);
            } else if (ratios.settings().contains(settings)) {
                estimates.put(value, ratios.estimate(settings, ratios.top(margin / 2)));
                errors.put(value, ratios.error(settings, top(settings)));
                Optional<Relation> relation = relation(settings);
                int place = value;
                relation.ifPresent(each -> known.put(place, each));
            }
        }
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
        return ratios.interval(settings, top(settings));
    }

    /** The smallest value that is known not to be worse. */
    OptionalInt smallest() {
        return known.entrySet().stream()
                .filter(each -> each.getValue() == Relation.NOT_WORSE)
                .mapToInt(each -> each.getKey())
                .findFirst();
    }

    /** The largest value below the smallest that is known to be worse; one below the range where there is none. */
    int worse() {
        return below(Relation.WORSE).orElse(range.low() - 1);
    }

    /** The largest value between the two that was compared and is unclear. */
    OptionalInt unclear() {
        OptionalInt unclear = below(Relation.UNCLEAR);
        return unclear.isPresent() && unclear.getAsInt() > worse() ? unclear : OptionalInt.empty();
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

    /** Above all that is to be compared: the answer, or else the best, of which it is not known yet whether it is. */
    private int ceiling() {
        return smallest()
                .orElseGet(() -> IntStream.rangeClosed(range.low(), range.high())
                        .filter(value -> at.apply(value).equals(ratios.best()))
                        .map(value -> value + 1)
                        .findFirst()
                        .orElse(range.high() + 1));
    }

    private OptionalInt below(Relation relation) {
        return known.headMap(ceiling()).entrySet().stream()
                .filter(each -> each.getValue() == relation)
                .mapToInt(each -> each.getKey())
                .max();
    }

    /** Whether the answer cannot be more than one or {@value #CLOSE} times the smallest that is not worse. */
    boolean close() {
        int least = worse() + 1;
        return smallest().isPresent() && smallest().getAsInt() <= Math.max(least + 1, CLOSE * least);
    }

    /**
     * The value to compare next: one that was compared and may be good enough, by its estimate and one standard error; the
     * middle, by ratio, of a wide gap below the answer; the smallest other that may be good enough; the largest that is
     * believed to be worse, until the answer is close; then whatever can still be decided, and the step below the answer.
     *
     * @param step how exactly a value is worth knowing
     * @param blocks how many blocks of a comparison can still be paid
     */
    OptionalInt next(IntUnaryOperator step, double blocks) {
        int low = worse();
        int high = ceiling();
        OptionalInt hopeful = IntStream.range(low + 1, high)
                .filter(value -> known.containsKey(value) && mayBeGood(value))
                .findFirst();
        if (hopeful.isPresent()) {
            return hopeful;
        }
        OptionalInt middle = middle(low, high);
        if (middle.isPresent() && high > WIDE * Math.max(range.low(), low)) {
            return middle;
        }
        OptionalInt good =
                IntStream.range(low + 1, high).filter(this::mayBeGood).findFirst();
        if (good.isPresent()) {
            return good;
        }
        OptionalInt open = OptionalInt.empty();
        if (!close()) {
            open = IntStream.range(low + 1, high)
                    .filter(value -> believed(value) * Math.exp(doubt(value)) <= 1 - 1.5 * margin && !exhausted(value))
                    .max();
            open = open.isPresent() ? open : middle;
        } else if (high - step.applyAsInt(high) > low && !known.containsKey(high - step.applyAsInt(high))) {
            return OptionalInt.of(high - step.applyAsInt(high));
        }
        return open.isPresent()
                ? open
                : known.subMap(low + 1, high).keySet().stream()
                        .filter(value -> blocksToDecide(value) <= blocks)
                        .min(Comparator.comparingDouble(this::blocksToDecide))
                        .stream()
                        .mapToInt(value -> value)
                        .findFirst();
    }

    /** By its estimate and one standard error, as far as blocks can still tell. */
    private boolean mayBeGood(int value) {
        return believed(value) * Math.exp(doubt(value)) >= 1 - margin / 2 && !exhausted(value);
    }

    private OptionalInt middle(int low, int high) {
        int middle = (int) Math.round(Math.sqrt((double) Math.max(1, low) * high));
        int inside = Math.max(low + 1, Math.min(high - 1, middle));
        return inside > low && inside < high && !exhausted(inside) ? OptionalInt.of(inside) : OptionalInt.empty();
    }

    /**
     * What a value gives as a multiple of the best, by what was seen around it: between two values the logarithm is a
     * straight line, below all of them throughput is in proportion to the value.
     */
    private double believed(int value) {
        Map.Entry<Integer, Double> below = estimates.floorEntry(value);
        Map.Entry<Integer, Double> above = estimates.ceilingEntry(value);
        if (above == null) {
            return below == null ? 1 : below.getValue();
        }
        if (below == null) {
            return above.getValue() * value / above.getKey();
        }
        double whole = Math.log((double) above.getKey() / below.getKey());
        double part = whole == 0 ? 0 : Math.log((double) value / below.getKey()) / whole;
        return below.getValue() + part * (above.getValue() - below.getValue());
    }

    /** The standard error of the nearest value that was compared; none where that was enough to be sure. */
    private double doubt(int value) {
        Map.Entry<Integer, Double> nearest = errors.ceilingEntry(value);
        return nearest == null || known.get(value) == Relation.WORSE ? 0 : nearest.getValue();
    }

    /** Whether so many blocks would have told a value that is as good as the best from the line, and did not. */
    private boolean exhausted(int value) {
        return known.get(value) == Relation.UNCLEAR
                && ratios.blocksMissing(at.apply(value), top(at.apply(value)), ENOUGH * margin) <= 0;
    }

    /** How many more blocks would tell a value from the line, by what its blocks show so far. */
    double blocksToDecide(int value) {
        double distance = Math.abs(Math.log(estimates.getOrDefault(value, 1.0) / line));
        return Math.max(1, ratios.blocksMissing(at.apply(value), top(at.apply(value)), Math.max(distance, margin / 3)));
    }
}
