package dev.poolfit.benchmarks.search;

import dev.poolfit.experiment.Settings;

/**
 * The answer that a search should find.
 *
 * @param best the highest throughput over the whole space, good responses a second
 * @param setting its setting
 * @param smallestPool the smallest pool within 2 % of it, with as many threads as suit that pool
 */
record Truth(double best, Settings setting, int smallestPool) {
    /** A loss below this share of the best is none (as in Poolfit's own question). */
    static final double INDIFFERENCE = 0.02;
}
