/** Limits how many connections of a pool, and worker threads, are in circulation, and counts what is handed out meanwhile. */
@NullMarked
package dev.poolfit.limiter;

import org.jspecify.annotations.NullMarked;
