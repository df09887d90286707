package dev.poolfit.results;

import java.util.OptionalDouble;

/** Computes the pause of a user between two requests, where the tool wrote down how long iterations took. */
final class ThinkTime {
    private static final double SHORTEST_MS = 1;

    private ThinkTime() {}

    /**
     * Returns the time of an iteration beyond its requests, a request: (I − kR) ÷ k.
     *
     * @param requestsPerIteration k
     * @param iterationMs I, mean
     * @param requestMs R, mean
     * @return seconds; 0 below a millisecond, which is the script's own time; empty where something is unknown
     */
    static OptionalDouble seconds(double requestsPerIteration, double iterationMs, double requestMs) {
        double pause = iterationMs / requestsPerIteration - requestMs;
        if (!Double.isFinite(pause)) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(pause < SHORTEST_MS ? 0 : pause / 1000);
    }
}
