package dev.poolfit.database;

import java.util.List;
import java.util.OptionalInt;

/**
 * The sessions of a database at one moment.
 *
 * @param blocked those that wait for another one's lock
 * @param idleSeconds the longest time that one has done nothing within its transaction; 0 without any
 * @param working sessions at work whose statement or transaction began {@value #LONG_SECONDS} s ago or earlier; empty where it shows none of the service
 * @param hidden whether the server hides what sessions of other users do
 */
record SessionLook(List<BlockedSession> blocked, double idleSeconds, OptionalInt working, boolean hidden) {
    /** The seconds from which on work counts as long; a second less than a thread has waited for it, for servers tell whole ones. */
    static final int LONG_SECONDS = 4;

    SessionLook {
        blocked = List.copyOf(blocked);
    }
}
