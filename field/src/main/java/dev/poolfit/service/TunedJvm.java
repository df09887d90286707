package dev.poolfit.service;

import dev.poolfit.experiment.Settings;

/** The settings of whichever JVM answers now; each call throws an EnvironmentFailure if none does. */
interface TunedJvm {
    /** Tells it from any other JVM, one that took its place at the same address included. */
    String identity();

    /** The settings that hold now. */
    Settings read();

    /**
     * Gives it exactly these settings, and reads them back.
     *
     * @return what it shows then
     */
    Settings restore(Settings exact);

    /** Whether a change that was sent to it has not been answered yet, and so may still come to pass. */
    boolean unanswered();
}
