package dev.poolfit.results;

import java.util.List;

/** Reads Locust's {@code NAME_stats.csv}: a row a request, and one named Aggregated. Its rates count failures, too. */
final class LocustTable {
    private static final String ALL = "Aggregated";

    private LocustTable() {}

    static boolean knows(Table table) {
        return table.has("request count") && table.has("failures/s");
    }

    static Results read(Table table, Complaints complaints) {
        table.require(List.of("name", "requests/s", "average response time"), "give Locust's NAME_stats.csv as it is");
        complaints.raise();
        var report = new TestReport("Locust's stats");
        boolean[] found = {false};
        table.forEach(row -> {
            if (row.text("name").equals(ALL) && row.text("type").isEmpty()) {
                found[0] = true;
                double rate = row.required("requests/s", Domain.RATE_NOW);
                double requests = row.required("request count", Domain.NOT_NEGATIVE);
                double failures = row.required("failure count", Domain.NOT_NEGATIVE);
                report.answered(rate)
                        .failedShare(Math.min(1, failures / requests))
                        .times(
                                row.required("average response time", Domain.PAUSE),
                                table.has("99%") ? row.number("99%", Domain.PAUSE) : Double.NaN);
            }
        });
        if (!found[0]) {
            complaints.add("must have a row named " + ALL + ", but has none; give Locust's NAME_stats.csv as it is");
        }
        return report.results(complaints);
    }
}
