package dev.poolfit.verdict.comparison;

import dev.poolfit.evidence.BlockComparison;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.reason.Condition;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
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
    /** Seconds: lengths are sums of decimal fractions. */
    private static final double ROUNDING = 0.001;
    /** The probability that noise alone is told as a difference; what counts is estimated together with all ratios, whatever is told. */
    private static final double BY_CHANCE = 0.05;
    /** A difference that is harmless, on the log scale. */
    private static final double HARMLESS = 0.02;
    /** The part of the time under load that long slices have. */
    private static final double SHARE = 1.0 / 3;

    /** Sizes are so many times as large where they tell a difference well. */
    private static final double APART = 2;

    /** What each setting has of a comparison that the fewest blocks with long slices make. */
    private static final double NEXT_SECONDS = BlockComparison.LEAST_BLOCKS * LONG_SECONDS;

    /** What each setting has of a block with short slices, before any was made. */
    private static final double USUAL_SECONDS = 0.5;

    private record Pair(Settings smaller, Settings larger) {
        double lever() {
            return Math.log(size(larger) / size(smaller));
        }
    }

    private final List<Trial> trials;
    private final Ratios inShort;
    private final Ratios inLong;

    /** @param trials with settings that were compared within the pool, or had trials of their own */
    public SliceLengths(List<Trial> trials) {
        this.trials = trials;
        inShort = Ratios.asSeen(trials.stream().filter(Periods::areShort).toList(), HARMLESS);
        inLong = Ratios.asSeen(trials.stream().filter(SliceLengths::isLong).toList(), HARMLESS);
    }

    /** Returns whether it had one long slice in each block. */
    static boolean isLong(Trial trial) {
        return trial.periodSeconds().orElse(0.0) > LONG_SECONDS - ROUNDING;
    }

    /** Returns the two sizes farthest apart that were compared in slices of both lengths. */
    private Optional<Pair> inBoth() {
        return inLong.settings().stream()
                .flatMap(larger -> inLong.settings().stream().map(smaller -> new Pair(smaller, larger)))
                .filter(pair -> pair.lever() > 0
                        && inLong.met(pair.smaller(), pair.larger())
                        && compared(inLong, pair)
                        && inShort.settings().containsAll(Set.of(pair.smaller(), pair.larger()))
                        && compared(inShort, pair))
                .max(Comparator.comparingDouble(Pair::lever));
    }

    private static boolean compared(Ratios ratios, Pair pair) {
        return ratios.interval(pair.smaller(), Set.of(pair.larger())).isPresent();
    }

    /** Returns the number that short slices leave something out by: connections, threads, or their product. */
    static double size(Settings settings) {
        return (settings.has(Knob.POOL) ? settings.count(Knob.POOL) : 1.0)
                * (settings.has(Knob.THREADS) ? settings.count(Knob.THREADS) : 1.0);
    }

    /**
     * Returns the smallest and the largest of some settings that seem to give about as much as the best in short slices: the farther apart
     * they are, the more they tell. Empty where the one is not half as large as the other.
     *
     * @param which the settings that may be compared, beside the best
     */
    public Optional<List<Settings>> farthestApart(Settings best, Predicate<Settings> which) {
        List<Settings> alike = inShort.settings().stream()
                .filter(each -> each.equals(best) || which.test(each) && inShort.alike(each, best))
                .sorted(Comparator.comparingDouble(SliceLengths::size))
                .toList();
        return Optional.of(alike)
                .filter(some -> some.size() > 1 && APART * size(some.get(0)) <= size(some.get(some.size() - 1)))
                .map(some -> List.of(some.get(0), some.get(some.size() - 1)));
    }

    /**
     * Returns whether the next comparison is to have long slices: some were short, and may leave something out, and long ones had less than a
     * third of the time.
     */
    public boolean longAreDue() {
        return under(trials.stream().filter(Periods::areShort).toList()) > 0
                && under(trials.stream().filter(SliceLengths::isLong).toList()) < SHARE * under(trials)
                && new Ratios(trials, HARMLESS).mayLeaveOut();
    }

    /**
     * Returns whether long slices tell more of some settings next: of the two farthest apart, what short slices may leave out limits what any
     * number of them tells, and long ones have more noise in the same time. The two kinds count as two estimates of one ratio.
     */
    boolean longTellMore(List<Settings> settings) {
        Settings smallest = settings.stream()
                .min(Comparator.comparingDouble(SliceLengths::size))
                .orElseThrow();
        Settings largest = settings.stream()
                .max(Comparator.comparingDouble(SliceLengths::size))
                .orElseThrow();
        var both = new Ratios(trials, HARMLESS);
        double unknown = Math.pow(both.errorOfLeftOut(smallest, largest), 2);
        double shortBlock = inShort.variance() > 0 ? inShort.variance() : inLong.variance();
        double longBlock = shortBlock * new LoadNoise(trials).longBesideShort();
        double shortBlocks = inShort.information(smallest, Set.of(largest));
        double more = NEXT_SECONDS / shortSeconds();
        double longMore = NEXT_SECONDS / LONG_SECONDS / longBlock;
        return both.mayLeaveOut()
                && longMore > told(unknown, shortBlock, shortBlocks + more) - told(unknown, shortBlock, shortBlocks);
    }

    /** Returns what some blocks tell, as 1 ÷ variance, where a part of the error does not fall with their number. */
    private static double told(double unknown, double block, double blocks) {
        return blocks > 0 ? 1 / (unknown + block / blocks) : 0;
    }

    /** Returns how long a setting held in a block of the last short slices. */
    private double shortSeconds() {
        return trials.stream()
                .filter(Periods::areShort)
                .flatMap(each -> each.periodSeconds().stream())
                .reduce(USUAL_SECONDS, (before, last) -> last);
    }

    private static double under(List<Trial> some) {
        return some.stream()
                .filter(each -> each.valid() && each.periods().isPresent())
                .mapToDouble(Trial::loadSeconds)
                .sum();
    }

    /** Returns what was seen of both lengths, where they differ by more than chance and than is harmless. */
    public Optional<Condition.ShortSlices> differ() {
        return inBoth().filter(this::differs).map(this::told);
    }

    private boolean differs(Pair farthest) {
        var both = new Ratios(trials, HARMLESS);
        double chance = TDistribution.of(blocks() - 1.0).inverseSurvivalProbability(BY_CHANCE / 2);
        double leftOut = Math.abs(both.leftOut(farthest.smaller(), farthest.larger()));
        return leftOut > chance * both.errorOfLeftOut(farthest.smaller(), farthest.larger()) && leftOut > HARMLESS;
    }

    private Condition.ShortSlices told(Pair pair) {
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
}
