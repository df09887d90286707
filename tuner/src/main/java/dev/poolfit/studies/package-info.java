/** The runnable studies: real databases as separate processes, and the experiment file of each study. */
@NullMarked
package dev.poolfit.studies;

import org.jspecify.annotations.NullMarked;
