package dev.poolfit.service;

import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Secret;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.MySQLConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What MySQL and MariaDB report in SHOW GLOBAL STATUS. */
final class MySqlStatus implements DatabaseStatus {
    /** The rows read are MySQL's for InnoDB, or MariaDB's; each lacks the other's. */
    private static final Map<String, Metric> METRICS = Map.of(
            "threads_connected", Metric.DATABASE_CONNECTIONS,
            "threads_running", Metric.DATABASE_RUNNING,
            "questions", Metric.DATABASE_QUERIES,
            "innodb_rows_read", Metric.DATABASE_ROWS,
            "rows_read", Metric.DATABASE_ROWS,
            "created_tmp_disk_tables", Metric.DATABASE_TEMPORARY);

    private static final String STATUS = METRICS.keySet().stream()
            .sorted()
            .collect(Collectors.joining("','", "SHOW GLOBAL STATUS WHERE Variable_name IN ('", "')"));

    private final Database database;

    MySqlStatus(Database database) {
        this.database = database;
    }

    @Override
    public Future<SqlConnection> connect(Vertx vertx) {
        // Without a schema: only the server's status is read, which a user without rights on it may do.
        var options = new MySQLConnectOptions()
                .setHost(database.host())
                .setPort(database.port())
                .setUser(database.user().orElse("root"))
                .setPassword(database.password().map(Secret::value).orElse(""));
        return MySQLConnection.connect(vertx, options).map(connection -> connection);
    }

    @Override
    public Future<Map<Metric, Double>> read(SqlConnection connection) {
        return connection.query(STATUS).execute().map(rows -> {
            var status = new EnumMap<Metric, Double>(Metric.class);
            for (Row row : rows) {
                Metric metric = METRICS.get(row.getString(0).toLowerCase(Locale.ROOT));
                double value = Double.parseDouble(row.getString(1));
                if (metric != null) {
                    status.put(metric, metric.unit().isEmpty() ? Math.max(0, value - 1) : value);
                }
            }
            return status;
        });
    }

    @Override
    public Future<Integer> maxConnections(SqlConnection connection) {
        return connection
                .query("SELECT @@max_connections")
                .execute()
                .map(rows -> rows.iterator().next().getInteger(0));
    }
}
