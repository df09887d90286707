package dev.poolfit.database;

import java.util.List;

/**
 * The sessions of a database at one moment.
 *
 * @param blocked those that wait for another one's lock
 * @param idleSeconds the longest time that one has done nothing within its transaction; 0 without any
 * @param hidden whether the server hides what sessions of other users do
 */
record SessionLook(List<BlockedSession> blocked, double idleSeconds, boolean hidden) {
    SessionLook {
        blocked = List.copyOf(blocked);
    }
}
