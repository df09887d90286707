package dev.poolfit.model.fit;

import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Message;
import java.util.List;

/** A model fitted to observations, with what is left open. */
public interface Fit {
    /** What was fitted, measured and assumed. */
    List<Parameter> parameters();

    /** What must hold if data and model belong together. */
    List<Check> checks();

    /** What was assumed, what is not identifiable from the data, and what looks wrong; whole sentences. */
    List<Message> warnings();

    /** How long a single request holds its connection, in seconds, as the model has it. */
    double hold();

    /**
     * What the model expects of this setting.
     *
     * @param settings what it does not name is as it was in the observations
     * @throws dev.poolfit.units.BadQuantity if the change leaves less than nothing of a demand
     */
    Prediction predict(Settings settings, WhatIf change);
}
