/** Readers of the experiment file: YAML to a validated {@link dev.poolfit.experiment.Experiment}, with every problem at once. */
@NullMarked
package dev.poolfit.experiment.file;

import org.jspecify.annotations.NullMarked;
