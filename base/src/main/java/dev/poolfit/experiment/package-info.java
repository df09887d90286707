/** The validated experiment: which service, which load, what to tune, towards which goal. */
@NullMarked
package dev.poolfit.experiment;

import org.jspecify.annotations.NullMarked;
