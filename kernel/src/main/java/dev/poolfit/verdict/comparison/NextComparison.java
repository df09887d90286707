package dev.poolfit.verdict.comparison;

import dev.poolfit.evidence.BlockComparison;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Performance.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Chooses the values to compare with the best next: a lower one that is expected to be worse and an upper one that is expected not
 * to be, so close together that the upper is then the answer, and so far from the line that they are told from it soon. For the
 * lower it is enough at first that it need not be decided ({@link ComparisonWithBest#passedOver(int)}). Once
 * there is an answer and settings are resized, the smallest upper that what is left of the budget can well pay for. Before, where the budget does not
 * pay for such a pair within the pool, one that makes the upper worth telling ({@link ComparisonWithBest#answered()}); else the pair that takes least is
 * begun all the same, for how much it takes is known better after a few blocks.
 */
public final class NextComparison {
    /** Between what is worse and what is not; without a model the middle of a gap tells more than its ends. */
    private static final double WIDE = 1.6;
    /** The values that are looked at beside the best at once, within the pool. */
    private static final int AT_ONCE = 3;
    /** A value that was compared is as good as one that lies so near to it, on the log scale. */
    private static final double NEAR = 0.3;

    /** A neighbour is so many times as large at most, or larger by one. */
    private static final double NEXT = 1.3;

    /** Blocks with the best after which another tells more. */
    private static final double MANY = 12;

    /** With less time than for so many rounds of two settings, it goes into what is decided soonest. */
    private static final double ROUNDS = 2;

    private final ComparisonWithBest known;
    private final SwitchingMethod method;
    private final int most;

    /** @param period how long a setting holds */
    public NextComparison(ComparisonWithBest known, Duration period, SwitchingMethod method) {
        this.known = known;
        this.method = method;
        most = method.mostBlocks(period);
    }

    /**
     * Values beside the best.
     *
     * @param blocks how many
     * @param share of what the fewest blocks tell that is wanted, 0 to 1
     */
    public record Round(List<Integer> values, int blocks, double share) {}

    /** Returns whether the answer is worth no more comparisons of smaller values. */
    private boolean done() {
        return method == SwitchingMethod.WITHIN_POOL && known.tight();
    }

    /** Returns {@link #next}, or so many blocks of the step below the answer, where it was not compared and is worth it. */
    public Optional<Round> nextOrStep(double blocks, int most) {
        return next(blocks)
                .or(() -> (done() ? OptionalInt.empty() : known.unseenStep())
                        .stream()
                                .mapToObj(value -> new Round(List.of(value), most, 1))
                                .findFirst());
    }

    /** @param blocks blocks of two settings that are left */
    public Optional<Round> next(double blocks) {
        if (done()) {
            return Optional.empty();
        }
        int low = known.worse();
        int high = known.ceiling();
        if (method == SwitchingMethod.WITHIN_POOL
                && !known.guided()
                && !known.probablyTight()
                && high - low > 1
                && blocks >= ROUNDS * most) {
            int lowest = Math.min(known.passedOver().orElse(low) + 1, high - 1);
            return Optional.of(round(spread(lowest, high), most));
        }
        if (!known.guided() && high > WIDE * Math.max(known.axis().range().low(), low) && high - low > 2) {
            int middle = (int) Math.round(Math.sqrt((double) Math.max(1, low) * high));
            int inside = Math.max(low + 1, Math.min(high - 1, middle));
            if (!known.compared(inside)) {
                return Optional.of(round(List.of(inside), known.blocksMissing().toShow(inside)));
            }
        }
        BlocksMissing missing = known.blocksMissing();
        double[] below = IntStream.rangeClosed(low, high)
                .mapToDouble(value ->
                        known.probablyTight() ? missing.until(value, Standing.FAILS) : missing.untilPassedOver(value))
                .toArray();
        double[] above = IntStream.rangeClosed(low, high)
                .mapToDouble(value -> missing.until(value, Standing.MEETS))
                .toArray();
        var wanted = new ArrayList<CandidatePair>();
        boolean anAnswerWillDo = method == SwitchingMethod.WITHIN_POOL && !known.answered();
        var rough = new ArrayList<CandidatePair>();
        for (int upper = low + 1; upper <= high; upper++) {
            for (int lower = low; lower < upper; lower++) {
                var candidate = new CandidatePair(
                        lower,
                        upper,
                        below[lower - low],
                        above[upper - low],
                        known.compared(lower) && known.compared(upper));
                if (known.tight()
                        ? upper < high && candidate.cost() <= blocks / 2
                        : Bracket.tight(lower, upper) && candidate.blocks() > 0) {
                    wanted.add(candidate);
                }
                if (anAnswerWillDo
                        && Bracket.rough(lower, upper)
                        && candidate.blocks() > 0
                        && candidate.cost() <= blocks) {
                    rough.add(candidate);
                }
            }
        }
        Optional<CandidatePair> best = known.tight() ? CandidatePair.smallest(wanted) : CandidatePair.soonest(wanted);
        return best.filter(each -> rough.isEmpty() || each.cost() <= blocks)
                .or(() -> CandidatePair.soonest(rough))
                .map(each -> round(each.values(), each.blocks()));
    }

    /**
     * Spreads values over those that are open and not {@link ComparisonWithBest#passedOver() passed over}, evenly on the log scale, where
     * no model says which are worth it. In place of one, a near one is taken that was compared and is still open. Each round drops what is worse and what is larger than an answer (successive elimination: Even-Dar, Mannor and Mansour,
     * <i>Action Elimination and Stopping Conditions</i>, JMLR 7, 2006).
     */
    private List<Integer> spread(int lowest, int high) {
        var values = new TreeSet<Integer>();
        for (int i = 0; i < AT_ONCE; i++) {
            double wanted = lowest * Math.pow((double) high / lowest, (double) i / AT_ONCE);
            int nearest = IntStream.range(lowest, high)
                    .boxed()
                    .min(Comparator.comparingDouble(value -> distance(value, wanted)
                            - (known.compared(value) && distance(value, wanted) < NEAR ? NEAR : 0)))
                    .orElseThrow();
            values.add(nearest);
        }
        return List.copyOf(values);
    }

    private static double distance(int value, double wanted) {
        return Math.abs(Math.log(value / wanted));
    }

    /**
     * Returns a value above the answer that has to be compared before the answer is not worse than the best: a peak may lie between the
     * values that were compared. Empty where a neighbour was, where the curve does not fall above, and where few requests wait.
     */
    public OptionalInt unseenAbove() {
        return known.answer().isPresent() ? unseenAbove(known.answer().getAsInt()) : OptionalInt.empty();
    }

    private OptionalInt unseenAbove(int value) {
        Axis axis = known.axis();
        int farthest = Math.min(axis.range().high(), Math.max(value + 1, (int) (NEXT * value)));
        boolean beside = IntStream.rangeClosed(value + 1, farthest).anyMatch(known::compared);
        return farthest <= value
                        || beside
                        || known.flatAbove(value)
                        || known.fewWait(axis.settings(value)).isPresent()
                ? OptionalInt.empty()
                : OptionalInt.of(farthest);
    }

    /**
     * Returns the settings beside which a value is compared: the best, or once they share many blocks, a neighbour above, which shows as
     * much where both are alike, and that no peak lies between.
     */
    public Settings beside(int value, Ratios among) {
        Settings settings = known.axis().settings(value);
        Settings rival = among.rival(settings);
        return method == SwitchingMethod.WITHIN_POOL && among.information(settings, Set.of(rival)) >= MANY
                ? unseenAbove(value).stream()
                        .mapToObj(known.axis()::settings)
                        .findFirst()
                        .orElse(rival)
                : rival;
    }

    private Round round(List<Integer> values, double blocks) {
        int fewest = BlockComparison.LEAST_BLOCKS;
        return new Round(
                values, (int) Math.max(fewest, Math.min(most, Math.ceil(blocks))), Math.min(1, blocks / fewest));
    }
}
