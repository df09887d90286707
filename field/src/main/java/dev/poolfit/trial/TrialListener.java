package dev.poolfit.trial;

import dev.poolfit.evidence.Sample;
import dev.poolfit.units.Message;

/** Is called for each second of load, for progress. */
public interface TrialListener {
    /** Takes a second that has ended, of the warm-up or of a trial. */
    void second(Sample sample);

    /** Takes what the warm-up waits for, each second. */
    default void waiting(Message what) {}
}
