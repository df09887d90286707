/** What was measured of pool sizes that took turns under a service's own traffic. */
@NullMarked
package dev.poolfit.evidence.live;

import org.jspecify.annotations.NullMarked;
