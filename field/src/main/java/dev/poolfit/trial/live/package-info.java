/** Compares a smaller pool with today's under the service's own traffic, in turns of a quarter of a second. */
@NullMarked
package dev.poolfit.trial.live;

import org.jspecify.annotations.NullMarked;
