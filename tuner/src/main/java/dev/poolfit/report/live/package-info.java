/** The answer of a run under a service's own traffic, for people and for programs. */
@NullMarked
package dev.poolfit.report.live;

import org.jspecify.annotations.NullMarked;
