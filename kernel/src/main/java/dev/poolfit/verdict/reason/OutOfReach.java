package dev.poolfit.verdict.reason;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.experiment.Settings;

/** A fact about a goal that no setting meets. */
public sealed interface OutOfReach extends Reason {
    record Nearest(MeasuredSetting nearest) implements OutOfReach {}

    /** The bounds that the nearest setting misses, measured alone. */
    record Misses(MeasuredSetting nearest, MissedBounds bounds) implements OutOfReach {}

    /** Every setting was tried. */
    record NoneMet() implements OutOfReach {}

    /** At every setting in the range the pool can stand still for good. */
    record MayDeadlock(NestedConnections nested) implements OutOfReach {}

    /** @param other a much larger pool that gave no more, or the smaller one beside it */
    record LevelledOff(Settings other, Interval throughput) implements OutOfReach {}
}
