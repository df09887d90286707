/** Compares several runs. */
@NullMarked
package dev.poolfit.compare;

import org.jspecify.annotations.NullMarked;
