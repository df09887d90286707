package dev.poolfit.model;

import dev.poolfit.evidence.Observation;
import java.util.List;

/** Fits the model to observations. */
public final class Fitter {
    private Fitter() {}

    /** The model that explains these observations best. */
    public static Fit fit(List<Observation> observations, Assumptions assumptions) {
        throw new UnsupportedOperationException("fit of " + observations.size() + " under " + assumptions);
    }
}
