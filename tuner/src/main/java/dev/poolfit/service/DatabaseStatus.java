package dev.poolfit.service;

import dev.poolfit.evidence.Metric;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.util.Map;

/** How one kind of database reports what it does. */
interface DatabaseStatus {
    Future<SqlConnection> connect(Vertx vertx);

    /** Its state, without the connection that asks: counts as they are now, running totals of what is a rate. */
    Future<Map<Metric, Double>> read(SqlConnection connection);

    /** The most connections that it takes. */
    Future<Integer> maxConnections(SqlConnection connection);
}
