package dev.poolfit.trial;

import dev.poolfit.evidence.Sample;

/** Hears what goes on in the lab, for progress. */
public interface LabListener {
    /** The load runs and the service warms up, or is measured. */
    void second(Sample sample, boolean measuring);
}
