/** Waits for a connection where counters alone are known: a queue whose arrivals come in bursts. */
@NullMarked
package dev.poolfit.model.metered;

import org.jspecify.annotations.NullMarked;
