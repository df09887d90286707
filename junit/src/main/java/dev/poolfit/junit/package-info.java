/** A gate for two builds of a service as an ordinary test, and what starts the program. */
@NullMarked
package dev.poolfit.junit;

import org.jspecify.annotations.NullMarked;
