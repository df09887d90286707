package dev.poolfit.results;

import java.util.List;

/** Reads JMeter's JTL as CSV, with its heading: which columns there are is up to JMeter's configuration. */
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
        var subResults = new SubResults();
        long[] transactions = {0};
        var cut = table.forEachWhole(row -> {
            if (row.text("responsemessage").startsWith(TRANSACTION)) {
                transactions[0]++;
                return;
            }
            double elapsed = row.required("elapsed", Domain.PAUSE);
            double start = time(row);
            double end = start + elapsed / 1000;
            if (subResults.holds(row.text("threadname"), row.text("label"), start, end)) {
                return;
            }
            if (success(row)) {
                log.good(end, elapsed);
            } else {
                log.failed(end, elapsed, reason(row.text("responsecode"), row.text("responsemessage")));
            }
            double users = row.number("allthreads", Domain.USERS_NOW);
            if (users >= 1) {
                log.users(end, users);
            }
        });
        cut.ifPresent(log::cutOff);
        if (transactions[0] > log.size()) {
            throw complaints.with("must hold the requests within transaction controllers, but holds " + transactions[0]
                    + " samples of these and " + log.size()
                    + " requests; let JMeter save them with jmeter.save.saveservice.subresults=true");
        }
        if (transactions[0] > 0) {
            log.notice(TRANSACTIONS);
        }
        subResults.notice().ifPresent(log::notice);
        return log.results("JMeter's JTL", complaints);
    }

    /** Returns the reason: without an answer JMeter puts an exception's class into the code, its text into the message. */
    static String reason(String code, String message) {
        String plain =
                message.replaceFirst("^Non HTTP response message: ", "").replaceFirst("^Connect to .* failed: ", "");
        return code.matches("\\d{3}") || plain.isEmpty() ? FailureReasons.status(code) : plain;
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
