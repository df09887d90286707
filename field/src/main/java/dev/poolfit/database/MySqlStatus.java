package dev.poolfit.database;

import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Secret;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.MySQLConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * Reads what MySQL and MariaDB report in SHOW GLOBAL STATUS. All statements are prepared ones: the answer to another
 * one may be a wish for a file of this machine (LOCAL INFILE), which the driver would send.
 */
final class MySqlStatus implements DatabaseStatus {
    /** The metrics by variable. The rows read are MySQL's for InnoDB, or MariaDB's; each lacks the other's. */
    private static final Map<String, Metric> METRICS = Map.of(
            "threads_connected", Metric.DATABASE_CONNECTIONS,
            "threads_running", Metric.DATABASE_RUNNING,
            "questions", Metric.DATABASE_QUERIES,
            "innodb_rows_read", Metric.DATABASE_ROWS,
            "rows_read", Metric.DATABASE_ROWS,
            "created_tmp_disk_tables", Metric.DATABASE_TEMPORARY,
            "com_commit", Metric.DATABASE_TRANSACTIONS,
            "innodb_data_fsyncs", Metric.DATABASE_FLUSHES);

    private static final String STATUS = METRICS.keySet().stream()
            .sorted()
            .collect(Collectors.joining("','", "SHOW GLOBAL STATUS WHERE Variable_name IN ('", "')"));

    private static final String COUNTERS =
            "SHOW GLOBAL STATUS WHERE Variable_name IN ('Select_full_join','Select_scan',"
                    + "'Created_tmp_disk_tables','Innodb_row_lock_waits','Innodb_row_lock_time','Handler_read_rnd_next',"
                    + "'Sort_merge_passes','Innodb_buffer_pool_reads','Questions')";

    /** Reads totals by digest, where picoseconds become seconds. */
    private static final String DIGESTS = """
            SELECT DIGEST_TEXT, COUNT_STAR + 0e0, SUM_TIMER_WAIT / 1e12, SUM_ROWS_EXAMINED + 0e0,
              SUM_ROWS_SENT + 0e0, SUM_NO_INDEX_USED + SUM_NO_GOOD_INDEX_USED + 0e0,
              SUM_CREATED_TMP_DISK_TABLES + 0e0
            FROM performance_schema.events_statements_summary_by_digest WHERE SCHEMA_NAME = ?
            """;

    private static final String LOCK_TABLES = """
            SELECT r.trx_query, b.trx_query, coalesce(TIMESTAMPDIFF(SECOND, b.trx_started, NOW()), 0) + 0e0,
              concat(r.trx_id, ''), concat(b.trx_id, '')
            FROM information_schema.INNODB_LOCK_WAITS w
            JOIN information_schema.INNODB_TRX b ON b.trx_id = w.blocking_trx_id
            JOIN information_schema.INNODB_TRX r ON r.trx_id = w.requesting_trx_id
            """;

    private static final String DATA_LOCKS = """
            SELECT r.trx_query, b.trx_query, coalesce(TIMESTAMPDIFF(SECOND, b.trx_started, NOW()), 0) + 0e0,
              concat(r.trx_id, ''), concat(b.trx_id, '')
            FROM performance_schema.data_lock_waits w
            JOIN information_schema.INNODB_TRX b ON b.trx_id = w.BLOCKING_ENGINE_TRANSACTION_ID
            JOIN information_schema.INNODB_TRX r ON r.trx_id = w.REQUESTING_ENGINE_TRANSACTION_ID
            """;

    /** Of a server on which no session of the service is seen, in whatever schema, it is not known what it works for. */
    private static final String IDLE = """
            SELECT (SELECT MAX(p.TIME) + 0e0 FROM information_schema.INNODB_TRX t
                JOIN information_schema.PROCESSLIST p ON p.ID = t.trx_mysql_thread_id WHERE p.COMMAND = 'Sleep'),
              (SELECT SUM(p.COMMAND IN ('Query', 'Execute', 'Fetch') AND (p.TIME >= %1$d OR p.ID IN (
                  SELECT trx_mysql_thread_id FROM information_schema.INNODB_TRX
                  WHERE trx_started <= NOW() - INTERVAL %1$d SECOND))) + 0e0
                FROM information_schema.PROCESSLIST p WHERE p.ID <> CONNECTION_ID() AND p.USER = ?)
            """.formatted(SessionLook.LONG_SECONDS);

    private static final String RUNNING = """
            SELECT INFO FROM information_schema.PROCESSLIST
            WHERE ID <> CONNECTION_ID() AND DB = ? AND COMMAND IN ('Query', 'Execute') AND INFO IS NOT NULL LIMIT 100
            """;

    private static final String USERS = """
            SELECT USER, COUNT(*) FROM information_schema.PROCESSLIST
            WHERE ID <> CONNECTION_ID() AND USER NOT IN ('system user', 'event_scheduler') GROUP BY USER
            """;

    private final Database database;

    MySqlStatus(Database database) {
        this.database = database;
    }

    @Override
    public Future<SqlConnection> connect(Vertx vertx) {
        // Without a schema: only the server's status is read, which a user without rights on it may do.
        return MySQLConnection.connect(vertx, options()).map(connection -> connection);
    }

    private MySQLConnectOptions options() {
        return new MySQLConnectOptions()
                .setHost(database.host())
                .setPort(database.port())
                .setUser(database.user().orElse("root"))
                .setPassword(database.password().map(Secret::value).orElse(""))
                .setCachePreparedStatements(true);
    }

    @Override
    public Future<Map<Metric, Double>> read(SqlConnection connection) {
        return connection.preparedQuery(STATUS).execute().map(rows -> {
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
                .preparedQuery("SELECT @@max_connections")
                .execute()
                .map(rows -> rows.iterator().next().getInteger(0));
    }

    @Override
    public Future<Map<String, StatementLoad>> statements(SqlConnection connection) {
        return connection
                .preparedQuery("SELECT @@performance_schema")
                .execute()
                .compose(on -> on.iterator().next().getInteger(0) == 1
                        ? connection
                                .preparedQuery(DIGESTS)
                                .execute(Tuple.of(database.name()))
                                .map(MySqlStatus::digests)
                        : Future.succeededFuture(Map.of()));
    }

    private static Map<String, StatementLoad> digests(RowSet<Row> rows) {
        var statements = new HashMap<String, StatementLoad>();
        for (Row row : rows) {
            String shape = row.getString(0);
            if (shape != null) {
                statements.merge(
                        shape,
                        new StatementLoad(
                                shape,
                                row.getDouble(1),
                                row.getDouble(2),
                                row.getDouble(3),
                                row.getDouble(4),
                                row.getDouble(5),
                                row.getDouble(6)),
                        StatementLoad::and);
            }
        }
        return statements;
    }

    /** Returns whether it has tables of locks: MariaDB has them still, MySQL had them until 5.7. */
    private static boolean hasLockTables(String version) {
        return version.contains("MariaDB") || version.startsWith("5.");
    }

    @Override
    public Future<SessionLook> sessions(SqlConnection connection, String account) {
        return connection
                .preparedQuery("SELECT VERSION()")
                .execute()
                .compose(version -> connection
                        .preparedQuery(hasLockTables(version.iterator().next().getString(0)) ? LOCK_TABLES : DATA_LOCKS)
                        .execute())
                .compose(waits -> {
                    var edges = new ArrayList<LockGraph.Edge>();
                    for (Row row : waits) {
                        edges.add(new LockGraph.Edge(
                                row.getString(3),
                                row.getString(4),
                                BriefStatement.MYSQL.of(row.getString(0)),
                                BriefStatement.MYSQL.of(row.getString(1)),
                                row.getDouble(2)));
                    }
                    return connection
                            .preparedQuery(IDLE)
                            .execute(Tuple.of(account))
                            .map(idle -> {
                                Row row = idle.iterator().next();
                                Double longest = row.getDouble(0);
                                Double working = row.getDouble(1);
                                return new SessionLook(
                                        LockGraph.sessions(edges),
                                        longest == null ? 0 : longest,
                                        working == null ? OptionalInt.empty() : OptionalInt.of(working.intValue()),
                                        false);
                            });
                });
    }

    @Override
    public Future<?> limit(SqlConnection connection, long milliseconds) {
        return connection
                .preparedQuery("SET SESSION max_statement_time = " + milliseconds / 1e3)
                .execute()
                .recover(mysql -> connection
                        .preparedQuery("SET SESSION max_execution_time = " + milliseconds)
                        .execute());
    }

    @Override
    public Future<List<String>> running(SqlConnection connection) {
        return connection
                .preparedQuery(RUNNING)
                .execute(Tuple.of(database.name()))
                .map(rows -> {
                    var running = new ArrayList<String>();
                    rows.forEach(row -> running.add(row.getString(0)));
                    return running;
                });
    }

    @Override
    public Future<StatementPlan> plan(Vertx vertx, String sql, long milliseconds) {
        return MySQLConnection.connect(vertx, options().setDatabase(database.name()))
                .compose(connection -> connection
                        .preparedQuery("SET SESSION TRANSACTION READ ONLY")
                        .execute()
                        .compose(readOnly -> limit(connection, milliseconds))
                        .compose(limited -> connection
                                .preparedQuery("EXPLAIN FORMAT=JSON " + sql)
                                .execute())
                        .map(rows ->
                                PlanReader.mysql(sql, rows.iterator().next().getString(0)))
                        .onComplete(done -> connection.close()));
    }

    @Override
    public Future<Map<String, Double>> counters(SqlConnection connection) {
        return connection.preparedQuery(COUNTERS).execute().map(rows -> {
            var counters = new HashMap<String, Double>();
            for (Row row : rows) {
                counters.put(row.getString(0).toLowerCase(Locale.ROOT), Double.parseDouble(row.getString(1)));
            }
            return counters;
        });
    }

    @Override
    public Future<Double> idleLimit(SqlConnection connection) {
        return connection
                .preparedQuery("SELECT @@global.wait_timeout + 0e0")
                .execute()
                .map(rows -> rows.iterator().next().getDouble(0));
    }

    @Override
    public Future<Map<String, Long>> users(SqlConnection connection) {
        return connection.preparedQuery(USERS).execute().map(rows -> {
            var users = new HashMap<String, Long>();
            for (Row row : rows) {
                users.put(row.getString(0), row.getLong(1));
            }
            return users;
        });
    }
}
