package dev.poolfit.load.tool;

import dev.poolfit.experiment.LoadGuard;
import dev.poolfit.load.FailureCause;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads JMeter's JTL as CSV; samples of transaction controllers, which only sum others up, are passed over. */
final class JtlPoints {
    private static final List<String> HEADING = List.of("timeStamp", "elapsed", "success");
    private static final String EXCEPTION = "Non HTTP response code: ";

    private JtlPoints() {}

    static void read(InputStream points, PointSink sink) throws IOException {
        PointTable.read(points, HEADING, row -> {
            double start = row.number("timeStamp");
            double elapsed = row.number("elapsed");
            if (Double.isNaN(start)
                    || Double.isNaN(elapsed)
                    || row.text("responseMessage").startsWith("Number of samples in transaction")) {
                return;
            }
            long end = (long) (start + elapsed);
            sink.request(end, Math.round(elapsed * 1_000), failure(row));
            double users = row.number("allThreads");
            if (!Double.isNaN(users)) {
                sink.users(end, (int) users);
            }
        });
    }

    private static @Nullable String failure(PointTable.Row row) {
        if (row.text("success").equalsIgnoreCase("true")) {
            return null;
        }
        String code = row.text("responseCode");
        if (code.startsWith(EXCEPTION)) {
            return exception(
                    code.substring(EXCEPTION.length()),
                    row.text("responseMessage").toLowerCase(Locale.ROOT));
        }
        return code.startsWith("2") || code.startsWith("3") ? "assertion failed" : FailureCause.status(code);
    }

    private static String exception(String name, String message) {
        String simple = name.substring(name.lastIndexOf('.') + 1);
        if (message.contains(LoadGuard.NOT_ALLOWED)) {
            return LoadGuard.NOT_ALLOWED;
        }
        return switch (simple) {
            case "SocketTimeoutException", "ConnectTimeoutException" -> FailureCause.TIMEOUT;
            case "ConnectException", "HttpHostConnectException" -> "connection refused";
            case "NoHttpResponseException" -> "connection closed";
            case "SocketException" -> message.contains("reset") ? "connection reset" : "connection closed";
            case "UnknownHostException" -> "host has no address";
            default -> simple;
        };
    }
}
