/** Shows what {@code diagnose} found out about who holds the connections: for a terminal, a page and programs. */
@NullMarked
package dev.poolfit.report.holders;

import org.jspecify.annotations.NullMarked;
