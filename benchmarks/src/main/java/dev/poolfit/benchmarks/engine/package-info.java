/** Compares the built-in load engine with wrk and k6. */
@NullMarked
package dev.poolfit.benchmarks.engine;

import org.jspecify.annotations.NullMarked;
