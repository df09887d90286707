/** A discrete-event simulation of the service, for latency percentiles and transients. */
@NullMarked
package dev.poolfit.model.simulation;

import org.jspecify.annotations.NullMarked;
