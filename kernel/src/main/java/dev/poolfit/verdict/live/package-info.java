/** Decides by a service's own traffic how small its pool may be: which size to try next, and the answer. */
@NullMarked
package dev.poolfit.verdict.live;

import org.jspecify.annotations.NullMarked;
