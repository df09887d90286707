package dev.poolfit.plan;

/** The reason for which a trial is run. */
public enum Role {
    /** Measures the initial settings. */
    BASELINE,
    /** Narrows the search. */
    SEARCH,
    /** Confirms the answer and the step below it. */
    CONFIRM,
    /** Compares the answer and the step below at their real size, after they were compared within the pool. */
    REAL_SIZE,
    /** Compares the values of one knob at an answer. */
    COMPARE,
    /** Tries a setting of an earlier table, once the answer is known. */
    REVISIT
}
