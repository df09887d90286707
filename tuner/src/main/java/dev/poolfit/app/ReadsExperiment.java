package dev.poolfit.app;

import dev.poolfit.experiment.References;

/** A command that reads an experiment file, and so may meet its secrets in what others say. */
interface ReadsExperiment {
    /** Returns the references of the file that was read; none before. */
    References references();
}
