/** The engines that put a service under load, closed and open, and measure themselves while they do. */
@NullMarked
package dev.poolfit.load;

import org.jspecify.annotations.NullMarked;
