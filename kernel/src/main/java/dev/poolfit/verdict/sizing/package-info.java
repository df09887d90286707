/** Says from a recording of borrows how many connections the traffic needs. */
@NullMarked
package dev.poolfit.verdict.sizing;

import org.jspecify.annotations.NullMarked;
