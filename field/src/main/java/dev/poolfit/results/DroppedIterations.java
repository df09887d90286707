package dev.poolfit.results;

import java.util.Locale;

/** Tells of iterations that k6 should have started at an arrival rate and could not: the service never saw them. */
final class DroppedIterations {
    private DroppedIterations() {}

    /** Returns what is said of them, given their share of all iterations that were due, 0 to 1. */
    static String notice(double share) {
        return String.format(
                Locale.ROOT,
                "k6 dropped %.3g %% of the iterations, since no user was free: they count as failed, and the service did not"
                        + " get the rate that was asked for.",
                100 * share);
    }
}
