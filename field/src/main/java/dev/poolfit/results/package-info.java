/** Reads what Poolfit and load tools wrote down as observations. */
@NullMarked
package dev.poolfit.results;

import org.jspecify.annotations.NullMarked;
