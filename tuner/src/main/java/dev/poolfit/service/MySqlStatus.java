package dev.poolfit.service;

import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Secret;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.MySQLConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.util.HashMap;
import java.util.Map;

/** What MySQL and MariaDB tell in SHOW GLOBAL STATUS. */
final class MySqlStatus implements DatabaseStatus {
    private final Database database;

    MySqlStatus(Database database) {
        this.database = database;
    }

    @Override
    public Future<SqlConnection> connect(Vertx vertx) {
        var options = new MySQLConnectOptions()
                .setHost(database.host())
                .setPort(database.port())
                .setDatabase(database.name())
                .setUser(database.user().orElse("root"))
                .setPassword(database.password().map(Secret::value).orElse(""));
        return MySQLConnection.connect(vertx, options).map(connection -> connection);
    }

    @Override
    public Future<Map<String, Double>> read(SqlConnection connection) {
        return connection
                .query("SHOW GLOBAL STATUS WHERE Variable_name IN ('Threads_connected','Threads_running','Questions')")
                .execute()
                .map(rows -> {
                    var status = new HashMap<String, Double>();
                    for (Row row : rows) {
                        status.put(row.getString(0), Double.parseDouble(row.getString(1)));
                    }
                    return Map.of(
                            "connected", Math.max(0, status.getOrDefault("Threads_connected", 1.0) - 1),
                            "running", Math.max(0, status.getOrDefault("Threads_running", 1.0) - 1),
                            "queries", status.getOrDefault("Questions", 0.0));
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
