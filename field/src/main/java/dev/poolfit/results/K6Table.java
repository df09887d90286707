package dev.poolfit.results;

import dev.poolfit.evidence.K6Requests;
import java.util.List;

/** Reads what {@code k6 run --out csv=FILE} writes: a row for each value of each metric. */
final class K6Table {
    static final String SETTINGS_UNKNOWN =
            "The file does not say which settings were measured; they are taken from the assumptions.";
    private static final String ADVICE = "write the file with k6 run --out csv=FILE";
    private static final String SOURCE = "k6's CSV";

    private K6Table() {}

    static boolean knows(Table table) {
        return table.has("metric_name");
    }

    static Results read(Table table, Complaints complaints) {
        table.require(List.of("timestamp", "metric_value"), ADVICE);
        complaints.raise();
        var log = new RequestLog();
        log.notice(SETTINGS_UNKNOWN);
        var iterations = new Mean();
        var cut = table.forEachWhole(row -> {
            switch (row.text("metric_name")) {
                case "http_req_duration" -> request(log, row);
                case "vus" -> log.users(time(row), row.required("metric_value", Domain.USERS_NOW));
                case "dropped_iterations" -> log.dropped(time(row), row.required("metric_value", Domain.NOT_NEGATIVE));
                case "iteration_duration" -> iterations.add(row.required("metric_value", Domain.PAUSE));
                default -> {
                    // The other metrics say nothing of rate and response time.
                }
            }
        });
        cut.ifPresent(log::cutOff);
        return log.results(SOURCE, iterations, complaints);
    }

    private static double time(Table.Row row) {
        double time = Instants.sinceEpoch(row.text("timestamp"));
        if (Double.isNaN(time)) {
            row.complain("timestamp", "a time in seconds since 1970 or RFC 3339", "use k6's time format unix");
        }
        return time;
    }

    /** Returns the status, or k6's error where there was no answer. */
    static String reason(String status, String error, String code) {
        boolean answered = !status.isEmpty() && !status.equals("0");
        return answered || error.isEmpty() && code.isEmpty()
                ? FailureReasons.status(status)
                : error.isEmpty() ? "error code " + code : error;
    }

    private static void request(RequestLog log, Table.Row row) {
        if (!K6Requests.counts(row.text("group"))) {
            return;
        }
        double duration = row.required("metric_value", Domain.PAUSE);
        if (K6Requests.failed(row.text("expected_response"), row.text("status"), row.text("error_code"))) {
            log.failed(time(row), duration, reason(row.text("status"), row.text("error"), row.text("error_code")));
        } else {
            log.good(time(row), duration);
        }
    }
}
