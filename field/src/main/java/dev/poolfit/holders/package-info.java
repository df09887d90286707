/** Reports who holds the connections of a pool, how long and what for; and who waits for them. */
@NullMarked
package dev.poolfit.holders;

import org.jspecify.annotations.NullMarked;
