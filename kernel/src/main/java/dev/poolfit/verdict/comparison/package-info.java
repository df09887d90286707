/** What settings give beside each other, and beside the best, when they take turns under one load. */
@NullMarked
package dev.poolfit.verdict.comparison;

import org.jspecify.annotations.NullMarked;
