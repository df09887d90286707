/** Quantities as people write them: rates, ranges, durations, shares. */
@NullMarked
package dev.poolfit.units;

import org.jspecify.annotations.NullMarked;
