package dev.poolfit.results;

import java.util.List;
import java.util.OptionalDouble;

/** JMeter's JTL as CSV, with its heading: which columns there are is up to JMeter's configuration. */
final class JmeterTable {
    static final String TRANSACTIONS =
            "Samples of JMeter's transaction controllers are passed over: the requests within them count.";
    static final String TRANSACTION = "Number of samples in transaction";

    static final String TIME_ADVICE = "let JMeter write it with jmeter.save.saveservice.timestamp_format=ms";

    private JmeterTable() {}

    static boolean knows(Table table) {
        return table.has("elapsed")
                || (table.has("timestamp") && (table.has("label") || table.has("success") || table.has("latency")));
    }

    static Results read(Table table, Complaints complaints) {
        table.require(
                List.of("timestamp", "elapsed", "success"),
                "let JMeter save it (jmeter.save.saveservice.timestamp_format=ms, …time=true, …successful=true)");
        complaints.raise();
        var log = new RequestLog();
        log.notice(K6Table.SETTINGS_UNKNOWN);
        boolean[] transactions = {false};
        var cut = table.forEachWhole(row -> {
            if (row.text("responsemessage").startsWith(TRANSACTION)) {
                transactions[0] = true;
                return;
            }
            double elapsed = row.required("elapsed", Domain.PAUSE);
            double end = time(row) + elapsed / 1000;
            log.request(end, elapsed, !success(row));
            double users = row.number("allthreads", Domain.USERS_NOW);
            if (users >= 1) {
                log.users(end, users);
            }
        });
        cut.ifPresent(log::cutOff);
        if (transactions[0]) {
            log.notice(TRANSACTIONS);
        }
        return log.results("JMeter's JTL", OptionalDouble.empty(), complaints);
    }

    private static double time(Table.Row row) {
        double time = Instants.sinceEpoch(row.text("timestamp"));
        if (Double.isNaN(time)) {
            row.complain("timestamp", "a time in milliseconds or as 2026/08/14 03:00:01.250", TIME_ADVICE);
        }
        return time;
    }

    private static boolean success(Table.Row row) {
        return switch (row.text("success")) {
            case "true", "TRUE" -> true;
            case "false", "FALSE" -> false;
            default -> {
                row.complain("success", "true or false", "correct it, or drop the line");
                yield false;
            }
        };
    }
}
