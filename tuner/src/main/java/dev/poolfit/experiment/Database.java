package dev.poolfit.experiment;

import dev.poolfit.units.Message;
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
 * @param address host and port as the file writes them
 */
public record Database(
        Dialect dialect,
        String host,
        int port,
        String name,
        Optional<String> user,
        Optional<Secret> password,
        String address) {
    /** A database whose host and port are known to whoever reads the file. */
    public Database(
            Dialect dialect, String host, int port, String name, Optional<String> user, Optional<Secret> password) {
        this(dialect, host, port, name, user, password, host + ":" + port);
    }

    /** The protocols that Poolfit speaks. */
    public enum Dialect {
        MYSQL("MySQL", 3306),
        MARIADB("MariaDB", 3306),
        POSTGRESQL("PostgreSQL", 5432);

        private final String product;
        private final int defaultPort;

        Dialect(String product, int defaultPort) {
            this.product = product;
            this.defaultPort = defaultPort;
        }

        /** What people call it. */
        public String product() {
            return product;
        }

        public int defaultPort() {
            return defaultPort;
        }
    }

    /** Such as {@code MariaDB at 127.0.0.1:3306}. */
    public Message title() {
        return Message.of("database.at", dialect.product, address);
    }
}
