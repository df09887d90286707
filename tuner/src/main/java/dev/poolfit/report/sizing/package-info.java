/** Tells how many connections the traffic of a service needs: in words, as a page and for programs. */
@NullMarked
package dev.poolfit.report.sizing;

import org.jspecify.annotations.NullMarked;
