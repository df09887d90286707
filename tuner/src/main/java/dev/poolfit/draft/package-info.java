/** Drafts experiment files: a service's routes, recorded traffic, and the text with its comments. */
@NullMarked
package dev.poolfit.draft;

import org.jspecify.annotations.NullMarked;
