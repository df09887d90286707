/** Holds the commands, and the loop that ties all packages together. */
@NullMarked
package dev.poolfit.app;

import org.jspecify.annotations.NullMarked;
