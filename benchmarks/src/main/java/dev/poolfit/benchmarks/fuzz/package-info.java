/** Runs the program on files that were damaged on purpose. */
@NullMarked
package dev.poolfit.benchmarks.fuzz;

import org.jspecify.annotations.NullMarked;
