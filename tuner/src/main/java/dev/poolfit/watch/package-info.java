/** Watches a running service, second by second: its connections, who holds them, its traffic and its configuration. */
@NullMarked
package dev.poolfit.watch;

import org.jspecify.annotations.NullMarked;
