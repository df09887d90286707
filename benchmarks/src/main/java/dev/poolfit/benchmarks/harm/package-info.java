/** The limiter under faults: what a service and its pool have lost once it has gone. */
@NullMarked
package dev.poolfit.benchmarks.harm;

import org.jspecify.annotations.NullMarked;
