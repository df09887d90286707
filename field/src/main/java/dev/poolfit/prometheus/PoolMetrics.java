package dev.poolfit.prometheus;

/**
 * The names under which the figures of a pool are kept.
 *
 * @param holds of the sum of the holds, without {@code _sum}
 * @param holdUnit in seconds
 * @param waits of the sum of the waits and of the number of borrows, without {@code _sum} and {@code _count}
 * @param waitUnit in seconds
 * @param active of the connections in use
 * @param activeMatch a label matcher that this needs; maybe empty
 * @param pool the label with the name of the pool
 */
record PoolMetrics(
        String holds,
        double holdUnit,
        String waits,
        double waitUnit,
        String active,
        String activeMatch,
        String pending,
        String maximum,
        String timeouts,
        String pool) {
    /** Micrometer, for HikariCP. */
    static final PoolMetrics MICROMETER = new PoolMetrics(
            "hikaricp_connections_usage_seconds",
            1,
            "hikaricp_connections_acquire_seconds",
            1,
            "hikaricp_connections_active",
            "",
            "hikaricp_connections_pending",
            "hikaricp_connections_max",
            "hikaricp_connections_timeout_total",
            "pool");

    /** Micrometer's registry of OpenTelemetry, whose times are in milliseconds. */
    static final PoolMetrics MICROMETER_BY_OPENTELEMETRY = new PoolMetrics(
            "hikaricp_connections_usage_milliseconds",
            1e-3,
            "hikaricp_connections_acquire_milliseconds",
            1e-3,
            "hikaricp_connections_active",
            "",
            "hikaricp_connections_pending",
            "hikaricp_connections_max",
            "hikaricp_connections_timeout_total",
            "pool");

    /** HikariCP's own Prometheus tracker (PrometheusMetricsTrackerFactory). */
    static final PoolMetrics HIKARICP = new PoolMetrics(
            "hikaricp_connection_usage_millis",
            1e-3,
            "hikaricp_connection_acquired_nanos",
            1e-9,
            "hikaricp_active_connections",
            "",
            "hikaricp_pending_threads",
            "hikaricp_max_connections",
            "hikaricp_connection_timeout_total",
            "pool");

    /** OpenTelemetry's semantic conventions for database client metrics, since 1.26. */
    static final PoolMetrics OPENTELEMETRY = new PoolMetrics(
            "db_client_connection_use_time_seconds",
            1,
            "db_client_connection_wait_time_seconds",
            1,
            "db_client_connection_count",
            "db_client_connection_state=\"used\"",
            "db_client_connection_pending_requests",
            "db_client_connection_max",
            "db_client_connection_timeouts_total",
            "db_client_connection_pool_name");

    /** The same before 1.26, which the Java agent still sends. */
    static final PoolMetrics OPENTELEMETRY_EARLIER = new PoolMetrics(
            "db_client_connections_use_time_milliseconds",
            1e-3,
            "db_client_connections_wait_time_milliseconds",
            1e-3,
            "db_client_connections_usage",
            "state=\"used\"",
            "db_client_connections_pending_requests",
            "db_client_connections_max",
            "db_client_connections_timeouts_total",
            "pool_name");
}
