package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.units.OneLine;
import java.io.IOException;
import java.net.URI;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads waits, holds and timeouts of the pool from the service's Prometheus page; its request waits behind the load's. */
final class PrometheusProbe implements Probe {
    private static final Pattern LINE = Pattern.compile(
            "hikaricp_connections_(acquire_seconds_count|acquire_seconds_sum|usage_seconds_count|usage_seconds_sum"
                    + "|timeout_total)\\{([^}]*)} (\\S+).*");

    private final URI page;
    private final String pool;
    private final PoolTotals totals;

    PrometheusProbe(URI page, String pool, LongSupplier nanoseconds) {
        this.page = page;
        this.pool = pool;
        this.totals = new PoolTotals(nanoseconds);
    }

    @Override
    public String name() {
        return "Prometheus page";
    }

    @Override
    public Subject subject() {
        return Subject.SERVICE;
    }

    @Override
    public Map<Metric, Double> read() {
        try {
            Map<String, Double> read = parse(Http.get(page), pool);
            if (read.isEmpty()) {
                throw new EnvironmentFailure(
                        page + " has no hikaricp_connections_acquire_seconds for the pool " + pool,
                        "add micrometer-registry-prometheus to the service, or correct service.metrics");
            }
            var values = new EnumMap<Metric, Double>(Metric.class);
            totals.read(read, values);
            return values;
        } catch (IOException | NumberFormatException unreadable) {
            throw new EnvironmentFailure(
                    page + " could not be read: " + OneLine.of(unreadable.getMessage()),
                    "serve it on a port of its own (management.server.port), so that it does not wait behind the load",
                    unreadable);
        }
    }

    /** Reads the totals of a pool on a page, times in milliseconds. */
    static Map<String, Double> parse(String text, String pool) {
        var totals = new HashMap<String, Double>();
        text.lines().map(LINE::matcher).filter(Matcher::matches).forEach(line -> {
            if (!line.group(2).contains("pool=\"" + pool + "\"")) {
                return;
            }
            double value = Double.parseDouble(line.group(3));
            switch (line.group(1)) {
                case "acquire_seconds_count" -> totals.put("acquireCount", value);
                case "acquire_seconds_sum" -> totals.put("acquireMs", value * 1000);
                case "usage_seconds_count" -> totals.put("usageCount", value);
                case "usage_seconds_sum" -> totals.put("usageMs", value * 1000);
                default -> totals.put("timeouts", value);
            }
        });
        return totals;
    }
}
