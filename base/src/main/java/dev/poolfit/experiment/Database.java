package dev.poolfit.experiment;

import dev.poolfit.units.Message;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The database behind the service, observed through a connection of its own.
 *
 * @param dialect its protocol
 * @param host its host name or address
 * @param port 1 to 65535
 * @param name the database (schema) to connect to
 * @param user the user to connect as
 * @param password that user's password
 * @param address host and port as the file writes them
 * @param explain whether it may be asked how it runs the statements that take its time
 */
public record Database(
        Dialect dialect,
        String host,
        int port,
        String name,
        Optional<String> user,
        Optional<Secret> password,
        String address,
        boolean explain) {
    private static final Pattern JDBC = Pattern.compile(
            "jdbc:(mysql|mariadb|postgresql)://(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::(\\d{1,5}))?/([^/?]+)(?:\\?.*)?");

    /** A database whose address is its host and port. */
    public Database(
            Dialect dialect, String host, int port, String name, Optional<String> user, Optional<Secret> password) {
        this(dialect, host, port, name, user, password, host + ":" + port, true);
    }

    /**
     * Returns the database that a JDBC address names, with neither user nor password; empty where the address has another form.
     *
     * @param url such as {@code jdbc:mariadb://127.0.0.1:3306/stock}; what follows a question mark does not count
     */
    public static Optional<Database> of(String url) {
        Matcher address = JDBC.matcher(url.strip());
        if (!address.matches()) {
            return Optional.empty();
        }
        Dialect dialect = Dialect.valueOf(address.group(1).toUpperCase(Locale.ROOT));
        int port = address.group(3) == null ? dialect.defaultPort() : Integer.parseInt(address.group(3));
        return Optional.of(
                new Database(dialect, address.group(2), port, address.group(4), Optional.empty(), Optional.empty()));
    }

    /** Returns this database with another user. */
    public Database as(Optional<String> other, Secret secret) {
        return new Database(dialect, host, port, name, other, Optional.of(secret), address, explain);
    }

    /** Returns whether its host is {@code localhost} or an address of the loopback; no other name is looked up. */
    public boolean onThisMachine() {
        return LoadGuard.isLoopback(bareHost());
    }

    /** Returns whether this is its host, with or without the brackets of IPv6. */
    public boolean isAt(String other) {
        return bareHost().equalsIgnoreCase(other.strip().replaceAll("[\\[\\]]", ""));
    }

    private String bareHost() {
        return host.replaceAll("[\\[\\]]", "");
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

        /** Returns the product's name. */
        public String product() {
            return product;
        }

        public int defaultPort() {
            return defaultPort;
        }
    }

    /** Returns its name, such as {@code MariaDB at 127.0.0.1:3306}. */
    public Message title() {
        return Message.of("database.at", dialect.product, address);
    }
}
