/** Measures how good answers a search gives for how many trials, on simulated services whose best setting is known. */
@NullMarked
package dev.poolfit.benchmarks.search;

import org.jspecify.annotations.NullMarked;
