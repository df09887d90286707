/** Keeps what was measured: seconds, intervals, trials and their validity. */
@NullMarked
package dev.poolfit.evidence;

import org.jspecify.annotations.NullMarked;
