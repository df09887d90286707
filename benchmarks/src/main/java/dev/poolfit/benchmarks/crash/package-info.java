/** The program is killed at random moments; what it leaves behind is looked at from outside. */
@NullMarked
package dev.poolfit.benchmarks.crash;

import org.jspecify.annotations.NullMarked;
