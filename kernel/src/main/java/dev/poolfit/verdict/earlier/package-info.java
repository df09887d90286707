/** An earlier table of measurements beside what is measured here. */
@NullMarked
package dev.poolfit.verdict.earlier;

import org.jspecify.annotations.NullMarked;
