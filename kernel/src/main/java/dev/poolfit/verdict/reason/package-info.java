/** Reasons of a conclusion: facts with their figures, which the report words. */
@NullMarked
package dev.poolfit.verdict.reason;

import org.jspecify.annotations.NullMarked;
