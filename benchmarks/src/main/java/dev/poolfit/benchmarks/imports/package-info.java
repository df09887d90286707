/** Measures speed and memory of reading result files of load tools. */
@NullMarked
package dev.poolfit.benchmarks.imports;

import org.jspecify.annotations.NullMarked;
