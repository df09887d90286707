package dev.poolfit.studies;

/** The databases that a study can run on. */
public enum Database {
    MARIADB(new MariaDbServer()),
    POSTGRES(new PostgresServer());

    private final DatabaseServer server;

    Database(DatabaseServer server) {
        this.server = server;
    }

    DatabaseServer server() {
        return server;
    }
}
