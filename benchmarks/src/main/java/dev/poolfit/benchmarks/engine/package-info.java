/** The built-in load engine beside wrk and k6. */
@NullMarked
package dev.poolfit.benchmarks.engine;

import org.jspecify.annotations.NullMarked;
