/** The database's own view: its status, its statements, and who waits for whom, over one connection of Poolfit's own. */
@NullMarked
package dev.poolfit.database;

import org.jspecify.annotations.NullMarked;
