package dev.poolfit.verdict.reason;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import java.time.Duration;

/** A condition of machine, JVM or load under which trials were measured. */
public sealed interface Condition extends Reason {
    /** @param more that the same settings gave at the end, a share */
    record StillRising(double more) implements Condition {}

    /** @param millisPerSecond that the JIT compiler was at work */
    record StillCompiling(double millisPerSecond) implements Condition {}

    /** @param used of so many cores */
    record ProgramsBeside(double used, double cores) implements Condition {}

    /** @param trials that do not count */
    record Cold(long trials) implements Condition {}

    /** Comparisons under one load that do not count. */
    record CarriedOver() implements Condition {}

    /** Settings could not be compared under one load. */
    record WithoutSwitching(Flag because) implements Condition {}

    /** Settings could not be compared under one load, since a user comes back too seldom: after so many milliseconds. */
    record LongCycle(double millis) implements Condition {}

    /**
     * Two settings that were compared within the pool were compared at their real size, too.
     *
     * @param within the ratio of the smaller to the larger as it was told within the pool
     * @param real the same at the real size
     * @param differ whether they differ by more than chance; comparisons within the pool do not count then
     */
    record AsRealSizes(Settings smaller, Settings larger, Interval within, Interval real, boolean differ)
            implements Condition {}

    /** They were to be compared at their real size, too, and that comparison does not count. */
    record NotAtRealSize(Settings smaller, Settings larger) implements Condition {}

    /**
     * The answer was compared within the pool alone.
     *
     * @param unpaid whether the budget did not pay for its real size; else there was none to compare it with: each other one gave much less, or would leave users waiting
     */
    record OnlyWithinPool(boolean unpaid) implements Condition {}

    /**
     * Settings that were compared within the pool in short slices gave another ratio in longer ones; that difference is taken out of what the
     * short ones told.
     *
     * @param inShort the ratio of the smaller to the larger in short slices
     * @param inLong the same in longer ones
     */
    record ShortSlices(Settings smaller, Settings larger, Interval inShort, Interval inLong) implements Condition {}

    /** The budget was exceeded by a tenth at most, since that promised to decide. */
    record TenthMore(Duration budget) implements Condition {}
}
