/** Runs the whole program against live services whose law is known, so that its answers can be judged. */
@NullMarked
package dev.poolfit.benchmarks.truth;

import org.jspecify.annotations.NullMarked;
