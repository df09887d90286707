/** Measures how well the fitted model predicts unseen rows of published tables, and what it refuses to say. */
@NullMarked
package dev.poolfit.benchmarks.published;

import org.jspecify.annotations.NullMarked;
