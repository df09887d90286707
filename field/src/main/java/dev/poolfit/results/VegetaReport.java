package dev.poolfit.results;

import tools.jackson.databind.JsonNode;

/** Reads what {@code vegeta report -type=json} writes: latencies in nanoseconds, and the share of good requests. */
final class VegetaReport {
    private static final double NANOS = 1e-6;
    private static final double MOST_NANOS = 86_400e9;

    private VegetaReport() {}

    static Results read(JsonNode root, Complaints complaints) {
        var figures = new JsonFigures(complaints);
        double requests = figures.required(root.path("requests"), "requests", Domain.POSITIVE);
        double attack = figures.required(root.path("duration"), "duration", Domain.POSITIVE);
        double nanos = attack + figures.figure(root.path("wait"), "wait", Domain.NOT_NEGATIVE);
        double success = figures.required(root.path("success"), "success", Domain.NOT_NEGATIVE);
        return new TestReport("vegeta's report")
                .answered(requests / nanos * 1e9)
                .asked(requests / attack * 1e9)
                .failedShare(1 - Math.min(1, success))
                .times(millis(figures, root, "mean"), millis(figures, root, "99th"))
                .results(complaints);
    }

    private static double millis(JsonFigures figures, JsonNode root, String name) {
        double nanos = figures.required(root.path("latencies").path(name), "latencies." + name, Domain.POSITIVE);
        return Math.min(nanos, MOST_NANOS) * NANOS;
    }
}
