/** How much two equal arms of a comparison differ by chance, by how their load is cut into periods. */
@NullMarked
package dev.poolfit.benchmarks.noise;

import org.jspecify.annotations.NullMarked;
