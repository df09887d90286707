/** Several runs side by side. */
@NullMarked
package dev.poolfit.compare;

import org.jspecify.annotations.NullMarked;
