/** The built-in load generator: closed and open load over HTTP on one event loop. */
@NullMarked
package dev.poolfit.load.http;

import org.jspecify.annotations.NullMarked;
