/** What a queueing model, fitted to what was measured, says of settings that were not tried. */
@NullMarked
package dev.poolfit.model;

import org.jspecify.annotations.NullMarked;
