package dev.poolfit.verdict.reason;

/** What a search saw that speaks for its conclusion, or against another one. */
public sealed interface Reason
        permits Condition, KnobReason, ModelRemark, NotLarger, NotSmaller, OutOfReach, RampReason, Undecided, WhyThis {}
