package dev.poolfit.service;

import dev.poolfit.experiment.Settings;

/** Reads and changes the settings of whichever JVM answers now; each call throws an EnvironmentFailure if none does. */
interface TunedJvm {
    /** Returns what tells it from any other JVM, one that took its place at the same address included. */
    String identity();

    Settings read();

    /** Gives it exactly these settings, and returns those that it shows then. */
    Settings restore(Settings exact);

    /** Returns whether a change that was sent to it has not been answered yet, and so may still come to pass. */
    boolean unanswered();
}
