/** Why a search ended as it did: facts with their figures, which the report words. */
@NullMarked
package dev.poolfit.verdict.reason;

import org.jspecify.annotations.NullMarked;
