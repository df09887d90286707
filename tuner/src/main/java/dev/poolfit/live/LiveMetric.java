package dev.poolfit.live;

import dev.poolfit.evidence.Metric;
import java.util.Optional;

/**
 * The metrics that a dashboard gets of a run. Names are OpenTelemetry's where it has one (semantic conventions for database
 * client connections, whose status is still development), else begin with {@code poolfit}.
 */
enum LiveMetric {
    THROUGHPUT("poolfit.throughput", "{response}/s", Metric.THROUGHPUT, 1, "Good responses a second."),
    FAILURES("poolfit.failures", "{request}/s", Metric.FAILURES, 1, "Failed requests a second."),
    RESPONSE_MEAN("poolfit.response_time.mean", "s", Metric.MEAN, 1e-3, "Mean response time in the last second."),
    RESPONSE_P99("poolfit.response_time.p99", "s", Metric.P99, 1e-3, "99th percentile of the last second."),
    USERS("poolfit.users", "{user}", Metric.USERS, 1, "Users, or requests in flight under open load."),
    USED("db.client.connection.count", "{connection}", Metric.POOL_ACTIVE, 1, "Connections by their state.", "used"),
    IDLE("db.client.connection.count", "{connection}", Metric.POOL_IDLE, 1, "Connections by their state.", "idle"),
    PENDING(
            "db.client.connection.pending_requests",
            "{request}",
            Metric.POOL_PENDING,
            1,
            "Threads that wait for a connection."),
    MAX("db.client.connection.max", "{connection}", Metric.POOL_MAX, 1, "The pool's size."),
    THREADS_BUSY("poolfit.threads.busy", "{thread}", Metric.THREADS_BUSY, 1, "Worker threads that serve a request."),
    SERVICE_CPU("poolfit.service.cpu", "{cpu}", Metric.SERVICE_CPU, 1, "Cores that the service uses."),
    DATABASE_CPU("poolfit.database.cpu", "{cpu}", Metric.DATABASE_CPU, 1, "Cores that the database uses.");

    private final String otel;
    private final String unit;
    private final Metric metric;
    private final double scale;
    private final String help;
    private final Optional<String> state;

    LiveMetric(String otel, String unit, Metric metric, double scale, String help) {
        this(otel, unit, metric, scale, help, Optional.empty());
    }

    LiveMetric(String otel, String unit, Metric metric, double scale, String help, String state) {
        this(otel, unit, metric, scale, help, Optional.of(state));
    }

    LiveMetric(String otel, String unit, Metric metric, double scale, String help, Optional<String> state) {
        this.otel = otel;
        this.unit = unit;
        this.metric = metric;
        this.scale = scale;
        this.help = help;
        this.state = state;
    }

    String otel() {
        return otel;
    }

    /** Returns the unit of UCUM. */
    String unit() {
        return unit;
    }

    Metric metric() {
        return metric;
    }

    double value(double read) {
        return read * scale;
    }

    String help() {
        return help;
    }

    /** Returns the state of a connection: used or idle. */
    Optional<String> state() {
        return state;
    }

    /** Returns whether a name is one of OpenTelemetry's for a pool of connections. */
    static boolean ofPool(String otel) {
        return otel.startsWith("db.client.connection.");
    }

    /** Returns a name, as OpenTelemetry's rules for Prometheus make it. */
    static String prometheus(String otel, String unit) {
        String name = otel.replace('.', '_');
        return unit.equals("s") ? name + "_seconds" : unit.endsWith("/s") ? name + "_per_second" : name;
    }
}
