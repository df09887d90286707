/** Steady-state solution of the queueing model by flow-equivalent aggregation. */
@NullMarked
package dev.poolfit.model.solver;

import org.jspecify.annotations.NullMarked;
