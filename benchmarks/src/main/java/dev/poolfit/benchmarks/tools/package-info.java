/** Puts one question with different load tools. */
@NullMarked
package dev.poolfit.benchmarks.tools;

import org.jspecify.annotations.NullMarked;
