/** Serves recorded borrows again, with as many connections as one likes. */
@NullMarked
package dev.poolfit.model.replay;

import org.jspecify.annotations.NullMarked;
