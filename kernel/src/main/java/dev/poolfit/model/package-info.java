/** Predicts settings that were not tried, by a queueing model that is fitted to measurements. */
@NullMarked
package dev.poolfit.model;

import org.jspecify.annotations.NullMarked;
