/** Processes that Poolfit starts, and that end with it however it ends. */
@NullMarked
package dev.poolfit.process;

import org.jspecify.annotations.NullMarked;
