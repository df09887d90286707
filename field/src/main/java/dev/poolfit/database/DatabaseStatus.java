package dev.poolfit.database;

import dev.poolfit.evidence.Metric;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;

/** Reads what one kind of database reports of what it does. */
interface DatabaseStatus {
    Future<SqlConnection> connect(Vertx vertx);

    /** Reads its state, without the connection that asks: counts as they are now, running totals of what is a rate. */
    Future<Map<Metric, Double>> read(SqlConnection connection);

    Future<Integer> maxConnections(SqlConnection connection);

    /** Has the server end what takes longer, in milliseconds, so that no look becomes a burden. */
    Future<?> limit(SqlConnection connection, long milliseconds);

    /** Reads totals of each shape of statement since the server began to count; empty where it does not. */
    Future<Map<String, StatementLoad>> statements(SqlConnection connection);

    /**
     * Reads who waits for whom now.
     *
     * @param account of the service, whose sessions may be at work
     */
    Future<SessionLook> sessions(SqlConnection connection, String account);

    /** Reads the statements that other sessions of this database run now, with their values where the server shows them. */
    Future<List<String>> running(SqlConnection connection);

    /** Asks on a connection of its own, which may only read, how the server would run a statement; it ends what takes longer. */
    Future<StatementPlan> plan(Vertx vertx, String sql, long milliseconds);

    /** Reads totals of the server by its own names. */
    Future<Map<String, Double>> counters(SqlConnection connection);

    /** Reads the seconds after which the server closes a session that does nothing; 0 where it never does. */
    Future<Double> idleLimit(SqlConnection connection);

    /** Counts the sessions that each user has now, without the one that asks. */
    Future<Map<String, Long>> users(SqlConnection connection);
}
