package dev.poolfit.results;

import tools.jackson.databind.JsonNode;

/**
 * Reads the metrics of k6's summary in each of its shapes: of {@code --summary-export}, where a metric holds its
 * figures itself; of {@code handleSummary}, where they are under {@code values}; and of
 * {@code --new-machine-readable-summary}, where metrics are a list of {@code name} and {@code values}, percentiles are
 * named {@code p99}, and rates are to be divided by the duration.
 */
final class K6Metrics {
    private final JsonNode root;
    private final JsonFigures figures;

    K6Metrics(JsonNode root, Complaints complaints) {
        this.root = root;
        figures = new JsonFigures(complaints);
    }

    /** Returns whether it is of the machine-readable shape. */
    static boolean knows(JsonNode root) {
        return root.at("/results/metrics").isArray();
    }

    /** Returns a figure of a metric; NaN where it is not there. */
    double figure(String metric, String name, Domain domain) {
        return figures.figure(node(metric, name), field(metric, name), domain);
    }

    double required(String metric, String name, Domain domain) {
        return figures.required(node(metric, name), field(metric, name), domain);
    }

    /** Returns the mean response time in milliseconds, which must be there. */
    double mean() {
        String name = "http_req_duration";
        return figures.required(
                node(name, "avg"),
                field(name, "avg"),
                Domain.PAUSE,
                "test with HTTP requests, and with --summary-trend-stats that have avg");
    }

    /** Returns how often a second a counter counted; NaN where it is not there. */
    double rate(String counter) {
        if (!knows(root)) {
            return figure(counter, "rate", Domain.RATE_NOW);
        }
        return figure(counter, "count", Domain.NOT_NEGATIVE)
                / figures.required(root.at("/config/duration"), "config.duration", Domain.POSITIVE);
    }

    private JsonNode node(String metric, String name) {
        if (knows(root)) {
            for (JsonNode each : root.at("/results/metrics")) {
                if (each.path("name").asString("").equals(metric)) {
                    return each.path("values").path(name.replaceAll("[()]", ""));
                }
            }
        }
        JsonNode node = root.path("metrics").path(metric);
        return (node.path("values").isObject() ? node.path("values") : node).path(name);
    }

    private static String field(String metric, String name) {
        return "metrics." + metric + "." + name;
    }
}
