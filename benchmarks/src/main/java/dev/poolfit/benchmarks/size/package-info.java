/** What a replay of recorded borrows foretells beside real pools of other sizes. */
@NullMarked
package dev.poolfit.benchmarks.size;

import org.jspecify.annotations.NullMarked;
