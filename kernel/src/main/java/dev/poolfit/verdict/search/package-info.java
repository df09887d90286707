/** Decides which settings to try next, and when the evidence suffices. */
@NullMarked
package dev.poolfit.verdict.search;

import org.jspecify.annotations.NullMarked;
