package dev.poolfit.load.tool;

import dev.poolfit.evidence.K6Requests;
import dev.poolfit.experiment.LoadGuard;
import dev.poolfit.load.FailureCause;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@code k6 run --out csv} writes. Its error codes are those of
 * <a href="https://grafana.com/docs/k6/latest/javascript-api/error-codes/">k6's manual</a>.
 */
final class K6Points {
    private static final List<String> HEADING = List.of("metric_name", "timestamp", "metric_value");

    private K6Points() {}

    static void read(InputStream points, PointSink sink) throws IOException {
        PointTable.read(points, HEADING, row -> {
            switch (row.text("metric_name")) {
                case "http_req_duration" -> request(row, sink);
                case "vus" -> sink.users((long) row.number("timestamp"), (int) row.number("metric_value"));
                case "dropped_iterations" ->
                    sink.notStarted(
                            (long) row.number("timestamp"),
                            (long) row.number("metric_value"),
                            "not started: all users busy");
                default -> {
                    // The other metrics say nothing of rate and response time.
                }
            }
        });
    }

    private static void request(PointTable.Row row, PointSink sink) {
        double millis = row.number("metric_value");
        double end = row.number("timestamp");
        if (Double.isNaN(millis) || Double.isNaN(end) || !K6Requests.counts(row.text("group"))) {
            return;
        }
        sink.request((long) end, Math.round(millis * 1_000), failure(row));
    }

    private static @Nullable String failure(PointTable.Row row) {
        String code = row.text("error_code");
        String status = row.text("status");
        if (!K6Requests.failed(row.text("expected_response"), status, code)) {
            return null;
        }
        return switch (code) {
            case "1050", "1211" -> FailureCause.TIMEOUT;
            case "1100", "1101" -> "host has no address";
            case "1110" -> LoadGuard.NOT_ALLOWED;
            case "1201", "1220" -> "connection reset";
            case "1210", "1212", "1213" -> "connection refused";
            default -> status.isEmpty() || status.equals("0") ? "k6 error " + code : FailureCause.status(status);
        };
    }
}
