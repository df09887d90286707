package dev.poolfit.model.fit;

import dev.poolfit.experiment.Settings;

/**
 * A prediction of the model, fitted to the trials before, for a setting that was not tried yet. Both rates are at one speed of
 * the service: where the setting was compared under one load with settings that had been tried, the model's rates for those are
 * what the service's speed is told by.
 *
 * @param settings the settings that were tried for the first time
 * @param predicted good responses a second; greater than 0
 * @param measured good responses a second; greater than 0
 */
public record AdvancePrediction(Settings settings, double predicted, double measured) {
    /** Returns the prediction's difference from what was measured, as a share of that. */
    public double error() {
        return predicted / measured - 1;
    }
}
