/** The commands, and the loop that ties the rooms together. */
@NullMarked
package dev.poolfit.app;

import org.jspecify.annotations.NullMarked;
