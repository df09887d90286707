/** Measures how much two equal arms of a comparison differ by chance, by the cut of their load into periods. */
@NullMarked
package dev.poolfit.benchmarks.noise;

import org.jspecify.annotations.NullMarked;
