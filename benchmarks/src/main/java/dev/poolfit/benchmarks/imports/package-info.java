/** How fast, and in how much memory, result files of load tools are read. */
@NullMarked
package dev.poolfit.benchmarks.imports;

import org.jspecify.annotations.NullMarked;
