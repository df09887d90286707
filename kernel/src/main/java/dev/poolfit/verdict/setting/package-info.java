/** What the trials of each setting say of it, and how it stands to the goal. */
@NullMarked
package dev.poolfit.verdict.setting;

import org.jspecify.annotations.NullMarked;
