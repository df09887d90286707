/** Reads the pools of many services from a Prometheus server, by its HTTP API, and writes nothing. */
@NullMarked
package dev.poolfit.prometheus;

import org.jspecify.annotations.NullMarked;
