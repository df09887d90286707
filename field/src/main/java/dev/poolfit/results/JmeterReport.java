package dev.poolfit.results;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads JMeter's aggregate report and summary report as its window saves them: a row a label, and one of all named
 * TOTAL. Throughput counts failed samples, too; times are in milliseconds.
 */
final class JmeterReport {
    private static final Set<String> TOTALS = Set.of("total", "합계", "총계", "전체");
    private static final Pattern RATE = Pattern.compile("([\\d.,]+)\\s*(?:/\\s*(sec|s|min|hour|h))?");

    private final Table table;
    private final ReportLabels labels = new ReportLabels();
    private double rate;
    private double weighted;
    private double failed;
    private double p99 = Double.NaN;
    private boolean total;

    private JmeterReport(Table table) {
        this.table = table;
    }

    static boolean knows(Table table) {
        return table.has("label") && table.has("# samples") && table.has("throughput")
                || table.has("sampler_label") && table.has("aggregate_report_rate");
    }

    static Results read(Table table, Complaints complaints) {
        var report = new JmeterReport(table);
        table.require(List.of(report.average(), report.errors()), "let JMeter save the table with its heading");
        complaints.raise();
        table.forEach(report::add);
        report.labels
                .transaction()
                .ifPresent(
                        label -> complaints.add(
                                "must be of requests alone, but "
                                        + Complaints.quoted(label)
                                        + " seems to be a transaction controller, whose samples take as long as those of"
                                        + " the other labels together and would count twice; give JMeter's JTL, which tells them apart"));
        if (table.rows() == 0) {
            complaints.add("must have a row below the heading, but has none");
        }
        return new TestReport("JMeter's report")
                .answered(report.rate)
                .failedShare(Math.min(1, report.failed / report.rate))
                .times(report.weighted / report.rate, report.p99)
                .results(complaints);
    }

    private boolean old() {
        return table.has("sampler_label");
    }

    private String average() {
        return "average";
    }

    private String errors() {
        return old() ? "aggregate_report_error%" : "error %";
    }

    /** Adds a row. The row of all stands for all; without one, rates add up, and means count by their rates. */
    private void add(Table.Row row) {
        if (total) {
            return;
        }
        total = TOTALS.contains(row.text(old() ? "sampler_label" : "label").toLowerCase(Locale.ROOT));
        double perSecond = perSecond(row, old() ? "aggregate_report_rate" : "throughput");
        double share = share(row);
        double mean = row.required(average(), Domain.PAUSE);
        if (!total) {
            labels.add(row.text(old() ? "sampler_label" : "label"), perSecond, mean);
        }
        if (total) {
            rate = 0;
            weighted = 0;
            failed = 0;
        }
        rate += perSecond;
        weighted += perSecond * mean;
        failed += perSecond * share;
        String name = table.has("99% line") ? "99% line" : "aggregate_report_99%_line";
        p99 = total || table.rows() == 1 ? row.number(name, Domain.PAUSE) : Double.NaN;
    }

    /** Reads a rate a second, as a number or as the window shows it, such as {@code 50.0/sec} or {@code 12.3/min}. */
    private static double perSecond(Table.Row row, String column) {
        Matcher found = RATE.matcher(row.text(column));
        double number = found.matches()
                ? Domain.RATE_NOW.read(found.group(1).replace(",", "")).orElse(Double.NaN)
                : Double.NaN;
        if (Double.isNaN(number)) {
            row.complain(column, "a rate such as 50.0 or 50.0/sec", "save the report again");
        }
        String unit = found.matches() && found.group(2) != null ? found.group(2) : "s";
        return number / (unit.startsWith("min") ? 60 : unit.startsWith("h") ? 3600 : 1);
    }

    private double share(Table.Row row) {
        String text = row.text(errors());
        double number = Domain.NOT_NEGATIVE
                .read(text.endsWith("%") ? text.substring(0, text.length() - 1).strip() : text)
                .orElse(Double.NaN);
        if (!(number <= 100)) {
            row.complain(errors(), "a share such as 0.16%", "save the report again");
        }
        // Without a sign of per cent it is a share: JMeter saves 0.0016 then.
        return text.endsWith("%") ? number / 100 : number;
    }
}
