package dev.poolfit.service;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.util.Map;

/** How one kind of database tells what it does. */
interface DatabaseStatus {
    Future<SqlConnection> connect(Vertx vertx);

    /**
     * Its state, without the connection that asks: {@code connected}, {@code running}, and the running total
     * {@code queries}.
     */
    Future<Map<String, Double>> read(SqlConnection connection);

    /** The most connections that it takes. */
    Future<Integer> maxConnections(SqlConnection connection);
}
