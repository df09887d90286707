package dev.poolfit.verdict.reason;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;

/** A reason against the setting below an answer. */
public sealed interface NotSmaller extends Reason {
    /** The answer is the smallest in the range. */
    record NothingSmaller() implements NotSmaller {}

    record NotTried() implements NotSmaller {}

    record FewerThreadsNotTried() implements NotSmaller {}

    /** @param bounds at least one */
    record Misses(MeasuredSetting smaller, MissedBounds bounds) implements NotSmaller {}

    record Fails(Settings smaller) implements NotSmaller {}

    /** A sequential test finds it below the goal. */
    record FailsTest(MeasuredSetting smaller) implements NotSmaller {}

    /** By more than the margin. */
    record Worse(Settings smaller, Interval ratio) implements NotSmaller {}

    /**
     * Worse by more than the margin although it was not compared.
     *
     * @param most of the best throughput, that it can give
     * @param pool a smaller one, all in use
     * @param ratio that this one gave
     */
    record WorseInProportion(Settings smaller, double most, int pool, Interval ratio) implements NotSmaller {}

    /** By more than the margin, in separate trials. */
    record MayBeWorse(Settings smaller, Interval ratio) implements NotSmaller {}

    /** @param probablyWorse by its 80 % interval */
    record NotDecided(Settings smaller, Interval ratio, boolean probablyWorse, TimeToDecide needed)
            implements NotSmaller {}

    /** It is not known whether it meets the goal. */
    record Unclear(MeasuredSetting smaller) implements NotSmaller {}

    /** @param risk the probability that it is below the limit */
    record ProbablyFails(Settings smaller, double risk) implements NotSmaller {}

    /** @param risk the probability that it is below the limit */
    record NotMeasured(Settings smaller, double risk) implements NotSmaller {}

    record ProbablyEnough(Settings smaller, double probability) implements NotSmaller {}

    /** Of what was run too seldom. */
    record AlsoMeets(MeasuredSetting smaller) implements NotSmaller {}
}
