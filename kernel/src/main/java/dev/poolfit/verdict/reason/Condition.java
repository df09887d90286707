package dev.poolfit.verdict.reason;

import dev.poolfit.evidence.Flag;

/** What of machine, JVM and load has to be known of the trials. */
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

    /** The same, for a user comes back too seldom; milliseconds. */
    record LongCycle(double millis) implements Condition {}
}
