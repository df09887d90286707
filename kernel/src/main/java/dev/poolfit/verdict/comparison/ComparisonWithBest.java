package dev.poolfit.verdict.comparison;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.IntRange;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.comparison.Expectation.Seen;
import dev.poolfit.verdict.reason.NotSmaller;
import java.util.Comparator;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Compares the values of one knob with the best settings; a value that is not worse by more than the margin meets the goal
 * (multiple comparisons with the best: Hsu, <i>Multiple Comparisons</i>, 1996).
 *
 * <p>A value is not worse only if the whole interval of its ratio to the best lies above 1 − margin (non-inferiority): that no
 * difference was found says nothing. What a larger pool can bring at most by the requests that wait for a connection
 * ({@link Waits}) is part of that interval, and so is what it can give at most in proportion to a smaller one ({@link Proportion}),
 * which also rules out values that were not compared.
 */
public final class ComparisonWithBest {
    private final Axis axis;
    private final Ratios ratios;
    private final Waits waits;
    private final double line;
    private final int best;
    private final double margin;
    private final Bracket bracket;
    private final NavigableMap<Integer, Seen> seen = new TreeMap<>();
    private final Proportions proportions;
    private final OrderedRatios ordered;
    private final Expectation expectation;
    private final BlocksMissing missing;

    /**
     * @param best the value of the best settings
     * @param waits the most that larger pools can bring
     * @param excluded settings that miss another bound of the goal
     * @param curve the model's throughput by value; empty where no model describes the service
     */
    public ComparisonWithBest(
            Axis axis,
            int best,
            Ratios ratios,
            Waits waits,
            double margin,
            Predicate<Settings> excluded,
            Optional<IntToDoubleFunction> curve) {
        this.axis = axis;
        IntRange range = axis.range();
        this.best = range.clamp(best);
        this.ratios = ratios;
        this.waits = waits;
        this.margin = margin;
        line = 1 - margin;
        bracket = new Bracket(range);
        proportions = new Proportions(waits);
        ordered = new OrderedRatios(axis, ratios, bracket, line);
        for (int value = range.low(); value <= range.high(); value++) {
            Settings settings = axis.settings(value);
            if (excluded.test(settings)) {
                bracket.add(value, Standing.FAILS);
            } else if (ratios.settings().contains(settings)) {
                seen.put(
                        value,
                        new Seen(
                                ratios.estimate(settings, ratios.top(margin / 2)),
                                ratios.error(settings, top(settings))));
                int place = value;
                standing(settings).ifPresent(each -> bracket.add(place, each));
                proportions.add(settings, ratios.interval(settings, top(settings)));
            } else if (ruledOut(value).isPresent()) {
                bracket.add(value, Standing.FAILS);
            }
        }
        expectation = new Expectation(seen, curve);
        missing = new BlocksMissing(this, bracket, ratios, waits, ordered, expectation, margin);
    }

    /** Finds the bound that shows a value to be worse although it was not compared. */
    public Optional<Proportion> ruledOut(int value) {
        Settings settings = axis.settings(value);
        return compared(value)
                ? Optional.empty()
                : proportions
                        .at(settings)
                        .filter(each -> each.most(settings.pool().orElseThrow()) < line);
    }

    /** Returns the standing of settings beside the best; empty where they were not compared. */
    public Optional<Standing> standing(Settings settings) {
        return ratio(settings).map(ratio -> switch (ratio.against(line)) {
            case ABOVE -> Standing.MEETS;
            case BELOW -> Standing.FAILS;
            case OPEN -> Standing.UNCLEAR;
        });
    }

    Set<Settings> top(Settings settings) {
        return ratios.top(margin / 2, settings);
    }

    /** Returns the rate of settings as a multiple of the best; empty where they were not compared. */
    public Optional<Interval> ratio(Settings settings) {
        return ratios.interval(settings, top(settings))
                .map(ratio -> fewWait(settings, ratio)
                        .map(seen -> seen.bounded(ratio))
                        .orElse(ratio))
                .map(ratio -> withSmaller(settings, ratio)
                        .map(each -> each.bounded(ratio))
                        .orElse(ratio))
                .map(ratio -> proportions
                        .at(settings)
                        .map(each -> each.bounded(settings.pool().orElseThrow(), ratio))
                        .orElse(ratio));
    }

    /** Finds the waits that show that no larger pool is better by the margin. */
    public Optional<Waits.Seen> fewWait(Settings settings) {
        return ratios.interval(settings, top(settings)).flatMap(ratio -> fewWait(settings, ratio));
    }

    private Optional<Waits.Seen> fewWait(Settings settings, Interval ratio) {
        return ratios.smallerIsBetter(settings, line) ? Optional.empty() : waits.few(settings, ratio, line);
    }

    /** Finds what a value gives together with smaller ones, where it does not speak against that by itself. */
    private Optional<OrderedValues> withSmaller(Settings settings, Interval ratio) {
        return ratio.mean() > line && ratio.low() < line ? ordered.at(settings) : Optional.empty();
    }

    /** Returns the smallest settings that count together with others; empty where these tell enough by themselves. */
    public Optional<Settings> smallestWith(Settings settings) {
        return ratios.interval(settings, top(settings))
                .flatMap(ratio -> withSmaller(settings, ratio).filter(each -> each.shows(line)))
                .map(OrderedValues::smallest)
                .filter(each -> !each.equals(settings));
    }

    /** Returns whether the curve surely does not fall above a value ({@link Ratios#flatAbove}). */
    boolean flatAbove(int value) {
        return ratios.flatAbove(axis, value, margin / 3);
    }

    /** Returns the smallest value that is known not to be worse. */
    public OptionalInt answer() {
        return bracket.answer();
    }

    /** Returns the value that is expected to give most, of those that were compared and are not known to be worse. */
    public OptionalInt promising() {
        return found(seen.keySet().stream()
                .filter(value -> !bracket.is(value, Standing.FAILS))
                .max(Comparator.comparingDouble(expectation::ratio)));
    }

    /** Returns the largest value below the answer that is known to be worse; one below the range where there is none. */
    public int worse() {
        return bracket.failing(ceiling());
    }

    /** Returns the largest such value among those that were tried. */
    public int worseSeen() {
        return bracket.failing(ceiling(), value -> ruledOut(value).isEmpty());
    }

    /** Returns the value that would be decided soonest, of the open ones between worse and answer; one that is passed over only where no other is. */
    public OptionalInt unclear() {
        int worse = probablyWorse();
        OptionalInt above = soonest(bracket.open(ceiling()).filter(value -> value > worse));
        return above.isPresent() ? above : soonest(bracket.open(ceiling()));
    }

    private OptionalInt soonest(IntStream values) {
        return found(values.boxed().min(Comparator.comparingDouble(missing::toDecide)));
    }

    private static OptionalInt found(Optional<Integer> value) {
        return value.map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }

    /** Returns the smallest value whose estimate, whatever its interval, is not worse. */
    public OptionalInt likely() {
        return IntStream.rangeClosed(axis.range().low(), axis.range().high())
                .filter(value -> bracket.knows(value) && !bracket.is(value, Standing.FAILS))
                .filter(value -> ratio(axis.settings(value))
                        .filter(ratio -> ratio.mean() > line)
                        .isPresent())
                .findFirst();
    }

    public Axis axis() {
        return axis;
    }

    /** Returns the answer, or else the best, which is not known to be the answer. */
    public int ceiling() {
        return answer().orElse(best);
    }

    /** Returns whether the answer cannot be much larger than the smallest that is not worse. */
    public boolean tight() {
        return bracket.tight();
    }

    /** Returns {@link #tight} where what is {@link #passedOver} counts as worse: a connection too many harms less than one too few. */
    public boolean probablyTight() {
        return answer().isPresent() && Bracket.tight(probablyWorse(), answer().getAsInt());
    }

    /**
     * Returns whether the answer is worth telling: it is twice as large at most as the smallest that may be enough, or little larger. What is
     * below the range does not count.
     */
    public boolean answered() {
        return answer().isPresent() && Bracket.rough(probablyWorse(), answer().getAsInt());
    }

    /** Returns the lower end of the range in which the smallest that is enough most likely lies. */
    public int smallestLikely() {
        int likely = Math.min(probablyWorse() + 1, likely().orElse(ceiling()));
        return Math.max(worse() + 1, likely);
    }

    /** Returns the largest value below the answer that is known to be worse, or {@link #passedOver}; one below the range where there is none. */
    public int probablyWorse() {
        return passedOver().orElse(worse());
    }

    /** Returns the largest open value below the answer that is {@link #passedOver(int) passed over}. */
    public OptionalInt passedOver() {
        return bracket.open(ceiling())
                .filter(value -> passedOver(value).isPresent())
                .max();
    }

    /** Returns why an open value below the answer need not be decided; empty where it has to be. */
    public Optional<NotSmaller.Leaning> passedOver(int value) {
        return ratio(axis.settings(value))
                .filter(any -> bracket.is(value, Standing.UNCLEAR))
                .flatMap(ratio -> NotSmaller.Leaning.of(ratio, margin));
    }

    /** Returns the step below the answer, where it was not compared. */
    public OptionalInt unseenStep() {
        return answer().stream()
                .map(axis::below)
                .filter(below -> below > worseSeen() && !compared(below))
                .findFirst();
    }

    public boolean guided() {
        return expectation.guided();
    }

    public boolean compared(int value) {
        return seen.containsKey(value);
    }

    /** Returns the counts of blocks that values still need. */
    public BlocksMissing blocksMissing() {
        return missing;
    }
}
