package dev.poolfit.verdict.reason;

import dev.poolfit.experiment.Settings;

/** The part that the queueing model had. */
public sealed interface ModelRemark extends Reason {
    /** It does not explain the initial settings. */
    record FittedToOthers(Settings initial) implements ModelRemark {}

    /** It does not explain the trials. */
    record WithoutModel() implements ModelRemark {}

    /** It predicted nothing before that was measured. */
    record Unproven() implements ModelRemark {}

    /** @param error of what it predicted before, in the mean; a share above the margin */
    record Missed(double error) implements ModelRemark {}
}
