/** Which settings are tried, how often and in which order. */
@NullMarked
package dev.poolfit.plan;

import org.jspecify.annotations.NullMarked;
