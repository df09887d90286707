package dev.poolfit.results;

import tools.jackson.databind.JsonNode;

/** Reads {@code statistics.json} of JMeter's dashboard ({@code -e -o FOLDER}), usually with percentiles 90, 95, 99. */
final class JmeterStatistics {
    private JmeterStatistics() {}

    static Results read(JsonNode root, Complaints complaints) {
        var figures = new JsonFigures(complaints);
        JsonNode total = root.path("Total");
        double samples = figures.required(total.path("sampleCount"), "Total.sampleCount", Domain.POSITIVE);
        double errors = figures.required(total.path("errorCount"), "Total.errorCount", Domain.NOT_NEGATIVE);
        return new TestReport("JMeter's statistics.json")
                .answered(figures.required(total.path("throughput"), "Total.throughput", Domain.RATE))
                .failedShare(Math.min(1, errors / samples))
                .times(
                        figures.required(total.path("meanResTime"), "Total.meanResTime", Domain.PAUSE),
                        figures.figure(total.path("pct3ResTime"), "Total.pct3ResTime", Domain.PAUSE))
                .results(complaints);
    }
}
