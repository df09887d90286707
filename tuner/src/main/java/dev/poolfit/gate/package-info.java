/** Compares two builds of a service, and judges whether the newer one may go on. */
@NullMarked
package dev.poolfit.gate;

import org.jspecify.annotations.NullMarked;
