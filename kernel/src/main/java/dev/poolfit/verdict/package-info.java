/** What the evidence says: the next trial, the recommendation, the findings. */
@NullMarked
package dev.poolfit.verdict;

import org.jspecify.annotations.NullMarked;
