/** Serves a page that shows a run while it goes on. */
@NullMarked
package dev.poolfit.live;

import org.jspecify.annotations.NullMarked;
