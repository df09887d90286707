/** Compares the values of other knobs than pool and threads, and searches those again where a knob changes the answer. */
@NullMarked
package dev.poolfit.verdict.knob;

import org.jspecify.annotations.NullMarked;
