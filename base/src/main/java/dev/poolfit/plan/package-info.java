/** Plans trials: their settings, repeats and order. */
@NullMarked
package dev.poolfit.plan;

import org.jspecify.annotations.NullMarked;
