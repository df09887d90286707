package dev.poolfit.database;

import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Secret;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Reads what PostgreSQL reports in its statistics views; it counts transactions by itself, but not statements. */
final class PostgresStatus implements DatabaseStatus {
    /** Selects clients by what is told to one without rights of another user's session: its database and its user. */
    private static final String CLIENTS =
            "(backend_type = 'client backend' OR backend_type IS NULL AND datname IS NOT NULL) AND pid <> pg_backend_pid()";

    private static final String STATUS = """
            SELECT
              (SELECT count(*) FROM pg_stat_activity WHERE """ + CLIENTS + """
            ),
              (SELECT count(*) FROM pg_stat_activity
                WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND state = 'active'),
              coalesce(sum(xact_commit + xact_rollback), 0)::float8,
              coalesce(sum(tup_returned), 0)::float8,
              coalesce(sum(temp_files), 0)::float8
            FROM pg_stat_database
            """;

    private static final String HAS_STATEMENTS = "SELECT 1 FROM pg_extension WHERE extname = 'pg_stat_statements'";

    /** Reads totals of statements, where milliseconds become seconds. */
    private static final String STATEMENTS = """
            SELECT query, calls::float8,
              coalesce(to_jsonb(s) ->> 'total_exec_time', to_jsonb(s) ->> 'total_time', '0')::float8 / 1000,
              rows::float8, (temp_blks_written > 0)::int::float8
            FROM pg_stat_statements s
            WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query <> '<insufficient privilege>'
            """;

    /**
     * Asks who blocks once for each of some sessions that wait, for it costs the server much. What a session waits for
     * is read later than what it does: one that was idle a moment ago has no statement yet.
     */
    private static final String WAITS = """
            WITH waiting AS (
              SELECT pid, query, (pg_blocking_pids(pid))[1] AS blocker FROM pg_stat_activity
              WHERE wait_event_type = 'Lock' AND state = 'active' AND datname = current_database() LIMIT 50)
            SELECT w.query, b.query, b.state, coalesce(extract(epoch FROM now() - b.xact_start), 0)::float8,
              w.pid::text, b.pid::text
            FROM waiting w JOIN pg_stat_activity b ON b.pid = w.blocker
            """;

    private static final String IDLE = """
            SELECT coalesce(max(extract(epoch FROM now() - state_change))
                FILTER (WHERE state LIKE 'idle in transaction%%'), 0)::float8,
              CASE WHEN count(*) FILTER (WHERE pid <> pg_backend_pid() AND usename::text = $1) > 0
                AND NOT bool_or(state = 'disabled') THEN
                count(*) FILTER (WHERE backend_type = 'client backend' AND state = 'active' AND usename::text = $1
                  AND now() - least(state_change, xact_start) >= interval '%d s') END::int,
              coalesce(bool_or(query = '<insufficient privilege>'), false)
            FROM pg_stat_activity WHERE datname = current_database()
            """.formatted(SessionLook.LONG_SECONDS);

    private static final String COUNTERS = """
            SELECT (SELECT coalesce(sum(seq_scan), 0) FROM pg_stat_user_tables)::float8,
              (SELECT coalesce(sum(seq_tup_read), 0) FROM pg_stat_user_tables)::float8,
              temp_files::float8, deadlocks::float8, blks_read::float8, (xact_commit + xact_rollback)::float8
            FROM pg_stat_database WHERE datname = current_database()
            """;

    private static final String USERS = """
            SELECT coalesce(usename::text, ''), count(*) FROM pg_stat_activity WHERE """ + CLIENTS + " GROUP BY 1";

    private static final String RUNNING = """
            SELECT query FROM pg_stat_activity
            WHERE state = 'active' AND pid <> pg_backend_pid() AND datname = current_database() LIMIT 100
            """;

    /** Reads how many rows a table has, and the columns with which its indexes begin. */
    private static final String TABLE = """
            SELECT c.reltuples::float8, coalesce((
              SELECT string_agg(a.attname::text, ',') FROM pg_index i
              JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
              WHERE i.indrelid = c.oid), '')
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname || '.' || c.relname = $1
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

    @Override
    public Future<Map<String, StatementLoad>> statements(SqlConnection connection) {
        return connection.query(HAS_STATEMENTS).execute().compose(has -> {
            if (!has.iterator().hasNext()) {
                return Future.succeededFuture(Map.of());
            }
            return connection.query(STATEMENTS).execute().map(rows -> {
                var statements = new HashMap<String, StatementLoad>();
                for (Row row : rows) {
                    statements.merge(
                            row.getString(0),
                            new StatementLoad(
                                    row.getString(0),
                                    row.getDouble(1),
                                    row.getDouble(2),
                                    0,
                                    row.getDouble(3),
                                    0,
                                    row.getDouble(4)),
                            StatementLoad::and);
                }
                return statements;
            });
        });
    }

    @Override
    public Future<SessionLook> sessions(SqlConnection connection, String account) {
        return connection.query(WAITS).execute().compose(waits -> {
            var edges = new ArrayList<LockGraph.Edge>();
            for (Row row : waits) {
                String state = String.valueOf(row.getString(2));
                edges.add(new LockGraph.Edge(
                        row.getString(4),
                        row.getString(5),
                        BriefStatement.POSTGRESQL.of(row.getString(0)),
                        state.startsWith("idle in transaction")
                                ? BlockedSession.IDLE
                                : BriefStatement.POSTGRESQL.of(row.getString(1)),
                        row.getDouble(3)));
            }
            return connection.preparedQuery(IDLE).execute(Tuple.of(account)).map(idle -> {
                Row row = idle.iterator().next();
                boolean hidden = row.getBoolean(2);
                Integer working = row.getInteger(1);
                return new SessionLook(
                        LockGraph.sessions(edges),
                        row.getDouble(0),
                        hidden || working == null ? OptionalInt.empty() : OptionalInt.of(working),
                        hidden);
            });
        });
    }

    @Override
    public Future<?> limit(SqlConnection connection, long milliseconds) {
        return connection.query("SET statement_timeout = " + milliseconds).execute();
    }

    @Override
    public Future<List<String>> running(SqlConnection connection) {
        return connection.query(RUNNING).execute().map(rows -> {
            var running = new ArrayList<String>();
            rows.forEach(row -> running.add(row.getString(0)));
            return running;
        });
    }

    /** Asks for a plan that does not depend on values, which the server does not show (since PostgreSQL 16). */
    @Override
    public Future<StatementPlan> plan(Vertx vertx, String sql, long milliseconds) {
        // It is no prepared statement, for its parameters have no values: so it must be one statement alone.
        if (sql.stripTrailing().replaceFirst(";$", "").contains(";")) {
            return Future.failedFuture("more than one statement");
        }
        return connect(vertx)
                .compose(connection -> connection
                        .query("SET default_transaction_read_only = on")
                        .execute()
                        .compose(readOnly -> limit(connection, milliseconds))
                        .compose(limited -> connection
                                .query("EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON) " + sql)
                                .execute())
                        .map(rows -> PlanReader.postgres(
                                sql, String.valueOf(rows.iterator().next().getValue(0))))
                        .compose(plan -> completed(connection, plan))
                        .onComplete(done -> connection.close()));
    }

    private static Future<StatementPlan> completed(SqlConnection connection, StatementPlan plan) {
        Future<List<StatementPlan.Scan>> scans = Future.succeededFuture(List.of());
        for (StatementPlan.Scan each : plan.scans()) {
            scans = scans.compose(before -> completed(connection, each)
                    .map(scan -> Stream.concat(before.stream(), Stream.of(scan)).toList()));
        }
        return scans.map(all -> new StatementPlan(plan.key(), all, plan.temporary(), plan.sorts()));
    }

    private static Future<StatementPlan.Scan> completed(SqlConnection connection, StatementPlan.Scan scan) {
        return connection.preparedQuery(TABLE).execute(Tuple.of(scan.table())).map(rows -> {
            Row row = rows.iterator().next();
            boolean indexed = !scan.columns().isEmpty()
                    && List.of(row.getString(1).split(","))
                            .contains(scan.columns().get(0));
            return new StatementPlan.Scan(
                    scan.table().replaceFirst("^public\\.", ""),
                    Math.max(0, row.getDouble(0)),
                    indexed ? List.of() : scan.columns());
        });
    }

    @Override
    public Future<Map<String, Double>> counters(SqlConnection connection) {
        return connection.query(COUNTERS).execute().map(rows -> {
            Row row = rows.iterator().next();
            return Map.of(
                    "seq_scan", row.getDouble(0),
                    "seq_tup_read", row.getDouble(1),
                    "temp_files", row.getDouble(2),
                    "deadlocks", row.getDouble(3),
                    "blks_read", row.getDouble(4),
                    "transactions", row.getDouble(5));
        });
    }

    @Override
    public Future<Double> idleLimit(SqlConnection connection) {
        return connection
                .query("SELECT coalesce((SELECT setting::float8 / 1000 FROM pg_settings"
                        + " WHERE name = 'idle_session_timeout'), 0)")
                .execute()
                .map(rows -> rows.iterator().next().getDouble(0));
    }

    @Override
    public Future<Map<String, Long>> users(SqlConnection connection) {
        return connection.query(USERS).execute().map(rows -> {
            var users = new HashMap<String, Long>();
            for (Row row : rows) {
                users.put(row.getString(0), row.getLong(1));
            }
            return users;
        });
    }
}
