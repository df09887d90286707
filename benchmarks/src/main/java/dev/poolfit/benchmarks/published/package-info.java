/** How well the fitted model predicts rows of published tables that it has not seen, and what it refuses to say. */
@NullMarked
package dev.poolfit.benchmarks.published;

import org.jspecify.annotations.NullMarked;
