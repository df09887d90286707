package dev.poolfit.experiment;

import java.util.Optional;

/**
 * The database behind the service, observed through a connection of its own.
 *
 * @param dialect whose protocol it speaks
 * @param host its host name or address
 * @param port 1 to 65535
 * @param name the database (schema) to connect to
 * @param user the user to connect as
 * @param password that user's password
 */
public record Database(
        Dialect dialect, String host, int port, String name, Optional<String> user, Optional<Secret> password) {
    /** The protocols that Poolfit speaks. */
    public enum Dialect {
        MYSQL(3306),
        MARIADB(3306),
        POSTGRESQL(5432);

        private final int defaultPort;

        Dialect(int defaultPort) {
            this.defaultPort = defaultPort;
        }

        public int defaultPort() {
            return defaultPort;
        }
    }
}
