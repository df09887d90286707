package dev.poolfit.database;

/**
 * A session that waits for a lock which another one has.
 *
 * @param statement that waits, in short and without values, such as {@code update stock}
 * @param blocker the other one's statement, the same way; {@code idle in transaction} where it does nothing
 * @param blockerSeconds for which the other one's transaction has run
 */
public record BlockedSession(String statement, String blocker, double blockerSeconds) {
    /** Stands for a session that does nothing, and has not ended its transaction. */
    public static final String IDLE = "idle in transaction";
}
