/** Compares settings with each other, and with the best, when they take turns under one load. */
@NullMarked
package dev.poolfit.verdict.comparison;

import org.jspecify.annotations.NullMarked;
