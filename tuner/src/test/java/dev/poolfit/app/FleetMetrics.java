package dev.poolfit.app;

import dev.poolfit.verdict.fleet.SimulatedPool;
import dev.poolfit.verdict.fleet.SimulatedPool.Readings;
import java.util.Arrays;
import java.util.Locale;

/** Writes what simulated services would have told Prometheus, each 15 s. */
final class FleetMetrics {
    private final StringBuilder text = new StringBuilder();
    private final long end;
    private int every = 1;

    /** @param end of the metrics, in seconds since 1970 */
    FleetMetrics(long end) {
        this.end = end;
    }

    /** From now on only each so many readings are written: a service that is read slowly. */
    FleetMetrics every(int readings) {
        every = readings;
        return this;
    }

    /**
     * Adds an instance with Micrometer's names.
     *
     * @param restarted the reading at which its counters begin anew, after twenty that are missing; 0 for none
     */
    FleetMetrics micrometer(String labels, Readings all, int maximum, int restarted) {
        sums("hikaricp_connections_usage_seconds_sum", labels, all.counted(), 1, restarted);
        sums("hikaricp_connections_usage_seconds_count", labels, all.borrows(), 1, restarted);
        sums("hikaricp_connections_acquire_seconds_sum", labels, all.waited(), 1, restarted);
        sums("hikaricp_connections_acquire_seconds_count", labels, all.borrows(), 1, restarted);
        gauge("hikaricp_connections_active", labels, all.active(), restarted);
        gauge("hikaricp_connections_pending", labels, all.waiting(), restarted);
        return constant("hikaricp_connections_max", labels, maximum, all.active().length)
                .constant("hikaricp_connections_timeout_total", labels, 0, all.active().length);
    }

    /** Other names than Micrometer's own, written here as the services send them; the units are so many to a second. */
    enum Names {
        /** Of OpenTelemetry's Java agent. */
        OPEN_TELEMETRY(
                "db_client_connections_use_time_milliseconds",
                1e3,
                "db_client_connections_wait_time_milliseconds",
                1e3,
                "db_client_connections_usage",
                ",state=\"used\"",
                "db_client_connections_pending_requests",
                "db_client_connections_max"),
        /** Of OpenTelemetry since 1.26. */
        OPEN_TELEMETRY_STABLE(
                "db_client_connection_use_time_seconds",
                1,
                "db_client_connection_wait_time_seconds",
                1,
                "db_client_connection_count",
                ",db_client_connection_state=\"used\"",
                "db_client_connection_pending_requests",
                "db_client_connection_max"),
        /** Of HikariCP's own tracker for Prometheus. */
        TRACKER(
                "hikaricp_connection_usage_millis",
                1e3,
                "hikaricp_connection_acquired_nanos",
                1e9,
                "hikaricp_active_connections",
                "",
                "hikaricp_pending_threads",
                "hikaricp_max_connections"),
        /** As Micrometer's registry of OpenTelemetry sends them. */
        MICROMETER_BY_OTLP(
                "hikaricp_connections_usage_milliseconds",
                1e3,
                "hikaricp_connections_acquire_milliseconds",
                1e3,
                "hikaricp_connections_active",
                "",
                "hikaricp_connections_pending",
                "hikaricp_connections_max");

        private final String holds;
        private final double holdUnits;
        private final String waits;
        private final double waitUnits;
        private final String active;
        private final String used;
        private final String pending;
        private final String maximum;

        Names(
                String holds,
                double holdUnits,
                String waits,
                double waitUnits,
                String active,
                String used,
                String pending,
                String maximum) {
            this.holds = holds;
            this.holdUnits = holdUnits;
            this.waits = waits;
            this.waitUnits = waitUnits;
            this.active = active;
            this.used = used;
            this.pending = pending;
            this.maximum = maximum;
        }
    }

    /** Adds an instance with other names. */
    FleetMetrics named(Names names, String labels, SimulatedPool pool, int maximum) {
        Readings all = pool.readings();
        sums(names.holds + "_sum", labels, all.counted(), names.holdUnits, 0);
        sums(names.waits + "_sum", labels, all.waited(), names.waitUnits, 0);
        sums(names.waits + "_count", labels, all.borrows(), 1, 0);
        gauge(names.active, labels + names.used, all.active(), 0);
        gauge(names.pending, labels, all.waiting(), 0);
        return constant(names.maximum, labels, maximum, all.active().length);
    }

    /** Adds an instance whose connections never came back: nothing is borrowed, and one thread waits in vain every reading. */
    FleetMetrics leaked(String labels, int maximum, int readings) {
        constant("hikaricp_connections_usage_seconds_sum", labels, 3, readings);
        constant("hikaricp_connections_usage_seconds_count", labels, 40, readings);
        constant("hikaricp_connections_acquire_seconds_sum", labels, 0.1, readings);
        constant("hikaricp_connections_acquire_seconds_count", labels, 50, readings);
        constant("hikaricp_connections_active", labels, maximum, readings);
        constant("hikaricp_connections_pending", labels, 1, readings);
        constant("hikaricp_connections_max", labels, maximum, readings);
        double[] vain = new double[readings];
        Arrays.fill(vain, 1);
        sums("hikaricp_connections_timeout_total", labels, vain, 1, 0);
        return this;
    }

    /** Adds an instance that does not tell how many connections are in use. */
    FleetMetrics withoutUse(String labels, SimulatedPool pool, int maximum) {
        Readings all = pool.readings();
        sums("hikaricp_connections_usage_seconds_sum", labels, all.counted(), 1, 0);
        sums("hikaricp_connections_acquire_seconds_sum", labels, all.waited(), 1, 0);
        sums("hikaricp_connections_acquire_seconds_count", labels, all.borrows(), 1, 0);
        return constant("hikaricp_connections_max", labels, maximum, all.active().length);
    }

    /** Adds an instance that does not tell how large its pool is. */
    FleetMetrics unsized(String labels, SimulatedPool pool) {
        Readings all = pool.readings();
        sums("hikaricp_connections_usage_seconds_sum", labels, all.counted(), 1, 0);
        sums("hikaricp_connections_acquire_seconds_sum", labels, all.waited(), 1, 0);
        sums("hikaricp_connections_acquire_seconds_count", labels, all.borrows(), 1, 0);
        gauge("hikaricp_connections_active", labels, all.active(), 0);
        return this;
    }

    private void sums(String name, String labels, double[] grown, double unit, int restarted) {
        double sum = 0;
        for (int k = 0; k < grown.length; k++) {
            sum = restarted > 0 && k == restarted ? 0 : sum + unit * grown[k];
            if (k < restarted || k >= restarted + 20) {
                line(name, labels, sum, k, grown.length);
            }
        }
    }

    private void gauge(String name, String labels, int[] values, int restarted) {
        for (int k = 0; k < values.length; k++) {
            if (restarted == 0 || k < restarted || k >= restarted + 20) {
                line(name, labels, values[k], k, values.length);
            }
        }
    }

    /** Adds a figure that never changes. */
    FleetMetrics constant(String name, String labels, double value, int readings) {
        for (int k = 0; k < readings; k++) {
            line(name, labels, value, k, readings);
        }
        return this;
    }

    private void line(String name, String labels, double value, int reading, int readings) {
        if ((readings - 1 - reading) % every > 0) {
            return;
        }
        text.append(String.format(
                Locale.ROOT,
                "%s{%s} %.6f %d%n",
                name,
                labels,
                value,
                end - (long) (readings - 1 - reading) * SimulatedPool.SCRAPE));
    }

    @Override
    public String toString() {
        return text + "# EOF\n";
    }
}
