/** Rules for the settings of a pool, its driver, its server and its database, as they are in a running service. */
@NullMarked
package dev.poolfit.configuration;

import org.jspecify.annotations.NullMarked;
