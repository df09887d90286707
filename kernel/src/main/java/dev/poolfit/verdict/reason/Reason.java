package dev.poolfit.verdict.reason;

/** A fact with its figures that speaks for a conclusion, or against another one. */
public sealed interface Reason
        permits Condition, KnobReason, ModelRemark, NotLarger, NotSmaller, OutOfReach, RampReason, Undecided, WhyThis {}
