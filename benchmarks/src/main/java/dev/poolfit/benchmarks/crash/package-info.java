/** Kills the program at random moments, and looks from outside at what it leaves behind. */
@NullMarked
package dev.poolfit.benchmarks.crash;

import org.jspecify.annotations.NullMarked;
