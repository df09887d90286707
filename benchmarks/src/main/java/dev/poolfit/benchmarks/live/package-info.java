/** Live runs beside real pools under the same traffic. */
@NullMarked
package dev.poolfit.benchmarks.live;

import org.jspecify.annotations.NullMarked;
