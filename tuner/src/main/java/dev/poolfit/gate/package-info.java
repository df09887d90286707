/** Two builds of a service beside each other: whether the newer one may go on. */
@NullMarked
package dev.poolfit.gate;

import org.jspecify.annotations.NullMarked;
