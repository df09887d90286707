/** Decides the next trial, the recommendation and the findings. */
@NullMarked
package dev.poolfit.verdict;

import org.jspecify.annotations.NullMarked;
