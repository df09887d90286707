/** Calibration: the model's parameters from measurements, with their uncertainty, and predictions from them. */
@NullMarked
package dev.poolfit.model.fit;

import org.jspecify.annotations.NullMarked;
