/** Tables of rules: a search is an ordered list of them, and tells for each decision which ones it asked. */
@NullMarked
package dev.poolfit.verdict.rule;

import org.jspecify.annotations.NullMarked;
