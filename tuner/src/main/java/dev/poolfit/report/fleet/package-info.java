/** Tells how many connections each service of a fleet needs: on the terminal, on a page, and for programs. */
@NullMarked
package dev.poolfit.report.fleet;

import org.jspecify.annotations.NullMarked;
