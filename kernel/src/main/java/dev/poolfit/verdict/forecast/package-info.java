/** What the model expects of settings: the candidates, their expected loss, what a trial is worth, and how well it foretold. */
@NullMarked
package dev.poolfit.verdict.forecast;

import org.jspecify.annotations.NullMarked;
