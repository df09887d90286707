/** Combines the trials of each setting, and judges its standing to the goal. */
@NullMarked
package dev.poolfit.verdict.setting;

import org.jspecify.annotations.NullMarked;
