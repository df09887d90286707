package dev.poolfit.studies;

/** The databases that a study can run on. */
public enum StudyDatabase {
    MARIADB("MariaDB", new MariaDbServer()),
    POSTGRES("PostgreSQL", new PostgresServer());

    private final String product;
    private final DatabaseServer server;

    StudyDatabase(String product, DatabaseServer server) {
        this.product = product;
        this.server = server;
    }

    /** Returns the product and its version, such as {@code MariaDB 11.4.5}. */
    public String title() {
        return product + " " + server.version();
    }

    DatabaseServer server() {
        return server;
    }
}
