package dev.poolfit.plan;

/** Why a trial is run. */
public enum Role {
    /** At the initial settings. */
    BASELINE,
    /** To narrow the search. */
    SEARCH,
    /** To confirm the answer and the step below it. */
    CONFIRM,
    /** To compare the values of one knob at an answer. */
    COMPARE,
    /** At a setting of an earlier table, once the answer is known. */
    REVISIT
}
