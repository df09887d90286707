package dev.poolfit.model;

import dev.poolfit.experiment.Settings;
import java.util.List;

/** A model fitted to observations, with what is left open. */
public interface Fit {
    /** What was fitted, measured and assumed. */
    List<Parameter> parameters();

    /** What must hold if data and model belong together. */
    List<Check> checks();

    /** What was assumed, what the data cannot tell apart, and what looks wrong; whole sentences. */
    List<String> warnings();

    /** What the model expects of this setting. */
    Prediction predict(Settings settings);
}
