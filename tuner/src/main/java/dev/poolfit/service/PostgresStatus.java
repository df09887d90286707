package dev.poolfit.service;

import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Secret;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.util.Map;

/** What PostgreSQL reports in its statistics views; it counts transactions by itself, but not statements. */
final class PostgresStatus implements DatabaseStatus {
    private static final String STATUS = """
            SELECT
              (SELECT count(*) FROM pg_stat_activity
                WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()),
              (SELECT count(*) FROM pg_stat_activity
                WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND state = 'active'),
              coalesce(sum(xact_commit + xact_rollback), 0)::float8,
              coalesce(sum(tup_returned), 0)::float8,
              coalesce(sum(temp_files), 0)::float8
            FROM pg_stat_database
            """;

    private final Database database;

    PostgresStatus(Database database) {
        this.database = database;
    }

    @Override
    public Future<SqlConnection> connect(Vertx vertx) {
        var options = new PgConnectOptions()
                .setHost(database.host())
                .setPort(database.port())
                .setDatabase(database.name())
                .setUser(database.user().orElse("postgres"))
                .setPassword(database.password().map(Secret::value).orElse(""));
        return PgConnection.connect(vertx, options).map(connection -> connection);
    }

    @Override
    public Future<Map<Metric, Double>> read(SqlConnection connection) {
        return connection.query(STATUS).execute().map(rows -> {
            Row row = rows.iterator().next();
            return Map.of(
                    Metric.DATABASE_CONNECTIONS, row.getLong(0).doubleValue(),
                    Metric.DATABASE_RUNNING, row.getLong(1).doubleValue(),
                    Metric.DATABASE_TRANSACTIONS, row.getDouble(2),
                    Metric.DATABASE_ROWS, row.getDouble(3),
                    Metric.DATABASE_TEMPORARY, row.getDouble(4));
        });
    }

    @Override
    public Future<Integer> maxConnections(SqlConnection connection) {
        return connection
                .query("SELECT current_setting('max_connections')::int")
                .execute()
                .map(rows -> rows.iterator().next().getInteger(0));
    }
}
