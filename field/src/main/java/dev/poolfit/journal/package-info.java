/** The append-only record of a run, from which it can be taken up again or undone. */
@NullMarked
package dev.poolfit.journal;

import org.jspecify.annotations.NullMarked;
