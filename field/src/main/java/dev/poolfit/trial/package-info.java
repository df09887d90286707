/** Runs one trial: apply, warm, measure. */
@NullMarked
package dev.poolfit.trial;

import org.jspecify.annotations.NullMarked;
