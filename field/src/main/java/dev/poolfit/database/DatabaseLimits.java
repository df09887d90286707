package dev.poolfit.database;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Database;
import java.util.Map;

/**
 * What a database allows its clients, and how many there are.
 *
 * @param product what people call it
 * @param maxConnections the most sessions that it takes
 * @param idleSeconds after how long it closes a session that does nothing; 0 where it never does
 * @param sessions how many sessions each user has now
 */
public record DatabaseLimits(String product, int maxConnections, double idleSeconds, Map<String, Long> sessions) {
    private static final long MILLIS = 2_000;

    public DatabaseLimits {
        sessions = Map.copyOf(sessions);
    }

    /**
     * Connects, reads and lets go.
     *
     * @throws EnvironmentFailure if the database cannot be reached or refuses the user
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

    /** Sessions of all users but this one. */
    public long others(String user) {
        return sessions.entrySet().stream()
                .filter(each -> !each.getKey().equals(user))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
