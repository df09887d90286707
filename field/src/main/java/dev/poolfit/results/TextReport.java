package dev.poolfit.results;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/** Reads what load tools print on the terminal when a test ends. */
enum TextReport {
    WRK("(?m)^Running \\S+ test @ ", TextReport::wrk),
    HEY("(?m)^\\s*Requests/sec:\\t[\\d.]+\\s+(?s:.*)(Response time histogram|Latency distribution)", TextReport::hey),
    AB("This is ApacheBench", TextReport::ab),
    VEGETA("(?m)^Requests\\s+\\[total, rate(, throughput)?]", TextReport::vegeta),
    K6("(?m)^[ ✓✗]*http_reqs\\.*:\\s+\\d+", TextReport::k6),
    GATLING("(?m)^> mean (throughput \\(rps\\)|requests/sec) ", TextReport::gatling),
    JMETER("(?m)^(.*\\s)?summary [=+]\\s+\\d+ in ", TextReport::jmeter);

    private static final int LONGEST = 4 << 20;

    private final Pattern signature;
    private final BiFunction<TextFigures, TestReport, TestReport> reader;

    TextReport(String signature, BiFunction<TextFigures, TestReport, TestReport> reader) {
        this.signature = Pattern.compile(signature);
        this.reader = reader;
    }

    static boolean knows(String head) {
        for (TextReport each : values()) {
            if (each.signature.matcher(TextFigures.plain(head)).find()) {
                return true;
            }
        }
        return false;
    }

    /** Reads a report; throws InvalidExperiment if a figure is missing in it. */
    static Results read(Reader text, Complaints complaints) throws IOException {
        var all = new char[LONGEST];
        int length = 0;
        for (int count = 0; count >= 0 && length < LONGEST; length += Math.max(0, count)) {
            count = text.read(all, length, LONGEST - length);
        }
        var figures = new TextFigures(new String(all, 0, length), complaints);
        for (TextReport each : values()) {
            if (each.signature.matcher(figures.text()).find()) {
                String source = each == K6 ? K6Summary.SOURCE : each.name().toLowerCase(Locale.ROOT) + "'s report";
                return each.reader.apply(figures, new TestReport(source)).results(complaints);
            }
        }
        throw complaints.with("must be a load tool's report, but is longer than " + LONGEST + " characters");
    }

    private static TestReport wrk(TextFigures text, TestReport report) {
        double rate = text.required("Requests/sec", "Requests/sec:\\s+([\\d.]+)");
        double total = text.required("requests in", "(\\d+) requests in");
        double silent = text.sum("Socket errors: connect (\\d+), read (\\d+), write (\\d+), timeout (\\d+)");
        double failed = text.sum("Non-2xx or 3xx responses: (\\d+)");
        return report.answered(rate * (total + silent) / total)
                .failedShare(Math.min(1, (failed + silent) / (total + silent)))
                .users(text.required("connections", "(\\d+) connections"))
                .times(
                        text.millis("Latency", "(?m)^\\s+Latency\\s+(\\S+)"),
                        text.optionalMillis("(?m)^\\s+99%\\s+(\\S+)"));
    }

    private static TestReport hey(TextFigures text, TestReport report) {
        double good = 0;
        double failed = 0;
        for (List<String> each : text.all("(?m)^\\s+\\[(\\d+)]\\t(?:(\\d+) responses)?")) {
            boolean answered = each.get(1) != null;
            double count = Double.parseDouble(each.get(answered ? 1 : 0));
            if (answered && each.get(0).matches("[23]\\d\\d")) {
                good += count;
            } else {
                failed += count;
            }
        }
        return report.answered(text.required("Requests/sec", "Requests/sec:\\s+([\\d.]+)"))
                .failedShare(good + failed == 0 ? Double.NaN : failed / (good + failed))
                .times(
                        1000 * (good == 0 ? 1 : text.required("Average", "Average:\\s+([\\d.]+) secs")),
                        1000 * text.optional("99% in ([\\d.]+) secs"));
    }

    private static TestReport ab(TextFigures text, TestReport report) {
        double total = text.required("Complete requests", "Complete requests:\\s+(\\d+)");
        // ab also counts answers of another length than the first one's as failed: those are none.
        double failed = text.sum("Non-2xx responses:\\s+(\\d+)")
                + text.sum("\\(Connect: (\\d+), Receive: (\\d+), Length: \\d+, Exceptions: (\\d+)\\)");
        return report.answered(text.required("Requests per second", "Requests per second:\\s+([\\d.]+)"))
                .failedShare(Math.min(1, failed / total))
                .users(text.required("Concurrency Level", "Concurrency Level:\\s+(\\d+)"))
                .times(
                        text.required("Time per request", "Time per request:\\s+([\\d.]+) \\[ms] \\(mean\\)"),
                        text.optional("(?m)^\\s+99%\\s+(\\d+)"));
    }

    private static TestReport vegeta(TextFigures text, TestReport report) {
        double total = text.required("Requests", "Requests\\s+\\[total[^]]*]\\s+(\\d+)");
        double millis = text.millis("Duration", "Duration\\s+\\[total[^]]*]\\s+([^\\s,]+)");
        var names = new ArrayList<>(
                List.of(text.string("Latencies", "Latencies\\s+\\[([^]]*)]").split(", ")));
        String[] times =
                text.string("Latencies", "Latencies\\s+\\[[^]]*]\\s+(.*)").split(", ");
        double asked = text.millis("Duration", "Duration\\s+\\[total[^]]*]\\s+[^\\s,]+,\\s+([^\\s,]+)");
        return report.answered(1000 * total / millis)
                .asked(1000 * total / asked)
                .failedShare(1 - text.optional("Success\\s+\\[ratio]\\s+([\\d.]+)%") / 100)
                .times(
                        text.millisOf("Latencies", times, names.indexOf("mean")),
                        text.millisOf("Latencies", times, names.indexOf("99")));
    }

    private static TestReport k6(TextFigures text, TestReport report) {
        double p99 = text.optionalMillis("http_req_duration\\.*:.*p\\(99\\)=(\\S+)");
        return (Double.isNaN(p99) ? report.notice(K6Summary.NO_P99) : report)
                .answered(text.required("http_reqs", "http_reqs\\.*:\\s+\\d+\\s+([\\d.]+)/s"))
                .failedShare(text.optional("http_req_failed\\.*:\\s+([\\d.]+)%") / 100)
                .users(text.optional("\\bvus\\.*:\\s+\\d+\\s+min=\\d+\\s+max=(\\d+)"))
                .iterations(
                        text.optional("\\biterations\\.*:\\s+\\d+\\s+([\\d.]+)/s"),
                        text.optionalMillis("iteration_duration\\.*:.*?avg=(\\S+)"))
                .dropped(text.optional("dropped_iterations\\.*:\\s+\\d+\\s+([\\d.]+)/s"))
                .times(text.millis("http_req_duration", "http_req_duration\\.*:.*?avg=(\\S+)"), p99);
    }

    private static TestReport gatling(TextFigures text, TestReport report) {
        String three = "[\\s|]+([\\d,.]+)[\\s|]+(?:\\(OK=)?([\\d,.]+|-)[\\s|]+(?:KO=)?([\\d,.]+|-)";
        double total = text.required("request count", "> request count" + three);
        return report.answered(text.required(
                        "mean throughput", "> mean (?:throughput \\(rps\\)|requests/sec)[\\s|]+([\\d,.]+)"))
                .failedShare(text.group("> request count" + three, 3) / total)
                .times(
                        text.required("mean response time", "> mean response time(?: \\(ms\\))?[\\s|]+([\\d,.]+)"),
                        text.optional("> response time 99th percentile(?: \\(ms\\))?[\\s|]+([\\d,.]+)"));
    }

    private static TestReport jmeter(TextFigures text, TestReport report) {
        String line = "summary =\\s+(\\d+) in\\s+\\S+\\s+=\\s+([\\d.]+)/s\\s+Avg:\\s+(\\d+).*Err:\\s+(\\d+)";
        List<List<String>> lines = text.all(line);
        if (lines.isEmpty()) {
            text.missing("summary =");
            return report;
        }
        List<String> last = lines.get(lines.size() - 1);
        return report.answered(Double.parseDouble(last.get(1)))
                .failedShare(Double.parseDouble(last.get(3)) / Double.parseDouble(last.get(0)))
                .times(Double.parseDouble(last.get(2)), Double.NaN);
    }
}
