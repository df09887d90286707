package dev.poolfit.verdict.reason;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;

/** A reason for a setting. */
public sealed interface WhyThis extends Reason {
    /** No other gave more. */
    record Highest(MeasuredSetting chosen) implements WhyThis {}

    /** @param probability that it loses no more than the indifference, a share of the highest throughput */
    record ProbablyNearHighest(MeasuredSetting chosen, double indifference, double probability) implements WhyThis {}

    /**
     * Not worse by more than the margin.
     *
     * @param ratio to the best of the others
     * @param underOneLoad whether both were compared so; else each had trials of its own
     */
    record NotWorse(MeasuredSetting chosen, Interval ratio, Settings best, boolean underOneLoad) implements WhyThis {}

    /**
     * Smaller settings were counted together with it, for a larger one gives no less.
     *
     * @param smallest of them
     */
    record Together(Settings smallest, Settings chosen) implements WhyThis {}

    /**
     * It is enough, and which is the smallest that is enough was not decided.
     *
     * @param smallest that may be
     */
    record Between(Settings smallest, Settings chosen) implements WhyThis {}

    /** It is not shown not to be worse, compared under one load. */
    record BesideTheBest(MeasuredSetting chosen, Interval ratio, Settings best) implements WhyThis {}

    /** @param tested whether a sequential test shows it, and its interval alone does not */
    record Meets(MeasuredSetting chosen, boolean tested) implements WhyThis {}

    /** It meets the goal; a smaller one may be enough. */
    record Safe(MeasuredSetting chosen) implements WhyThis {}
}
