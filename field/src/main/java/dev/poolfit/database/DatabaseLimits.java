package dev.poolfit.database;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Database;
import java.util.Map;

/**
 * Says what a database allows its clients, and how many there are.
 *
 * @param product the name that people use
 * @param maxConnections the most sessions that it takes
 * @param idleSeconds after which it closes a session that does nothing; 0 where it never does
 * @param sessions the number of sessions that each user has now
 */
public record DatabaseLimits(String product, int maxConnections, double idleSeconds, Map<String, Long> sessions) {
    private static final long MILLIS = 2_000;

    public DatabaseLimits {
        sessions = Map.copyOf(sessions);
    }

    /**
     * Connects, reads and lets go.
     *
     * @throws EnvironmentFailure if the database cannot be reached, refuses the user or does not answer within 2 s
     */
    public static DatabaseLimits of(Database database) {
        try (var session = new DatabaseSession(database)) {
            return new DatabaseLimits(
                    database.dialect().product(),
                    session.maxConnections(),
                    session.ask(session.status()::idleLimit, MILLIS),
                    session.ask(session.status()::users, MILLIS));
        }
    }

    /** Counts the sessions of all users but this one. */
    public long others(String user) {
        return sessions.entrySet().stream()
                .filter(each -> !each.getKey().equals(user))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
