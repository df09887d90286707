/** Rules that say what limits the service. */
@NullMarked
package dev.poolfit.verdict.diagnosis;

import org.jspecify.annotations.NullMarked;
