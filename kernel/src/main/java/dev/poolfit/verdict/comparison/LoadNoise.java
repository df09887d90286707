package dev.poolfit.verdict.comparison;

import dev.poolfit.evidence.BlockComparison;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Trial;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The variance that is expected of a comparison of two settings in one block of a load, as a multiple of that of other loads. Long slices
 * within the pool are weighed by the noise that they had themselves: where it is 1/f noise, they have more of it than many short ones.
 */
final class LoadNoise {
    /** Degrees of freedom of a variance that is not known well. */
    private static final int FEW = 6;
    /** Less of it is rounding. */
    private static final double LEAST_VARIANCE = 1e-9;

    private final Optional<PeriodNoise> ofPeriods;
    private final double longSlices;
    private final double longBesideShort;

    LoadNoise(List<Trial> trials) {
        ofPeriods = PeriodNoise.of(trials, Switchability.ENOUGH_BLOCKS);
        var inShort = comparison(trials, Periods::areShort);
        var inLong = comparison(trials, SliceLengths::isLong);
        double usual = trials.stream()
                .filter(each -> each.valid() && Periods.areShort(each))
                .mapToDouble(this::ofPeriod)
                .average()
                .orElse(0);
        boolean known = inShort.degrees() >= FEW && inLong.degrees() > 0;
        longBesideShort = known
                ? (inLong.degrees() * inLong.variance() / Math.max(LEAST_VARIANCE, inShort.variance()) + FEW)
                        / (inLong.degrees() + FEW)
                : 1;
        longSlices = known ? usual * longBesideShort : 0;
    }

    /** Returns the variance in a block with long slices as a multiple of that with short ones; 1 before it is known: 1/f noise has the same. */
    double longBesideShort() {
        return longBesideShort;
    }

    /** Compares the settings of some trials as if all loads had the same noise. */
    static BlockComparison<?> comparison(List<Trial> trials, Predicate<Trial> which) {
        return new BlockComparison<>(
                TurnBlocks.asSeen(trials.stream().filter(which).toList(), alike -> 1));
    }

    private double ofPeriod(Trial trial) {
        return ofPeriods.map(each -> each.ofPair(trial)).orElse(1.0);
    }

    /** Returns the variance of a load, by one of its trials; above 0. */
    double of(Trial trial) {
        return longSlices > 0 && SliceLengths.isLong(trial) ? longSlices : ofPeriod(trial);
    }
}
