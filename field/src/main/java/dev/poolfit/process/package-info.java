/** The processes of this machine: those that Poolfit starts, which end with it however it ends, and what is known of others. */
@NullMarked
package dev.poolfit.process;

import org.jspecify.annotations.NullMarked;
