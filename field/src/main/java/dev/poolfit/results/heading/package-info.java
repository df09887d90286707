/** Knows the names that people give the columns of their own tables, and the units they write. */
@NullMarked
package dev.poolfit.results.heading;

import org.jspecify.annotations.NullMarked;
