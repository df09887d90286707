package dev.poolfit.trial;

/** Says why a trial ended. */
enum End {
    /** It measured for as long as it was to. */
    PLANNED,
    /** The goal was out of reach. */
    FUTILE,
    /** The experiment's stop rule held. */
    STOPPED
}
