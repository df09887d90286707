/** Load by k6 and JMeter as processes, read from their raw points. */
@NullMarked
package dev.poolfit.load.tool;

import org.jspecify.annotations.NullMarked;
