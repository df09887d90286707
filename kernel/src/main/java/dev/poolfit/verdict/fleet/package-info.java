/** Says from the counters of many instances how many connections each of them needs. */
@NullMarked
package dev.poolfit.verdict.fleet;

import org.jspecify.annotations.NullMarked;
