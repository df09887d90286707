package dev.poolfit.model.fit;

import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Message;
import java.util.List;

/** A fitted model of measurements, with what is left open. */
public interface Fit {
    /** Returns the numbers that were fitted, measured and assumed. */
    List<Parameter> parameters();

    /** Returns the conditions that must hold if data and model belong together. */
    List<Check> checks();

    /** Returns the assumptions, the numbers that are not identifiable from the data, and what looks wrong; whole sentences. */
    List<Message> warnings();

    /** Returns the time that a single request holds its connection, in seconds, as the model has it. */
    double hold();

    /**
     * Predicts this setting.
     *
     * @param settings those that it does not name stay as they were in the observations
     * @throws dev.poolfit.units.BadQuantity if the change leaves less than nothing of a demand
     */
    Prediction predict(Settings settings, WhatIf change);
}
