/** What a metrics server tells of the connection pools of many services. */
@NullMarked
package dev.poolfit.metered;

import org.jspecify.annotations.NullMarked;
