/** Runs the five studies, again and again. */
@NullMarked
package dev.poolfit.benchmarks.studies;

import org.jspecify.annotations.NullMarked;
