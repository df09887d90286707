package dev.poolfit.report;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.model.fit.Check;
import dev.poolfit.model.fit.Parameter;
import dev.poolfit.model.fit.Prediction;
import dev.poolfit.model.solver.Bound;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Writes predictions for a terminal of 80 columns: the table first, then what it rests on. */
final class PredictionText {
    private static final String EXTRAPOLATED = "*";
    private static final String TWO_STATES = "+";

    private final PredictionReport report;
    private final Language language = Language.EN;
    private final Figures figures = new Figures(language);
    private final List<String> lines = new ArrayList<>();

    private PredictionText(PredictionReport report) {
        this.report = report;
    }

    static String of(PredictionReport report) {
        var text = new PredictionText(report);
        text.predictions();
        text.parameters();
        text.checks();
        text.warnings();
        return String.join("\n", text.lines).stripLeading() + "\n";
    }

    private void predictions() {
        if (report.predictions().isEmpty()) {
            return;
        }
        List<Knob> knobs = Knob.ALL.stream()
                .filter(knob -> report.predictions().stream()
                        .anyMatch(each -> each.settings().has(knob)))
                .toList();
        var heading = new ArrayList<String>();
        knobs.forEach(knob -> heading.add(knob == Knob.CONNECTION_TIMEOUT ? "timeout" : knob.key()));
        heading.addAll(List.of("rate/s", "95 %", "mean ms", "p99 ms", "errors", "limit", ""));
        var table = new TextTable(Set.of(heading.size() - 2, heading.size() - 1), heading);
        for (Prediction each : report.predictions()) {
            var row = new ArrayList<String>();
            knobs.forEach(knob -> row.add(Knobs.text(knob, each.settings())));
            row.add(mean(each.throughput()));
            row.add(figures.range(each.throughput()));
            row.add(mean(each.meanMs()));
            row.add(mean(each.p99Ms()));
            row.add(figures.percent(each.errorRate().mean()));
            row.add(report.limit(each).map(PredictionText::limit).orElse("not identifiable"));
            row.add(remark(each));
            table.add(row);
        }
        lines.addAll(table.lines(Columns.TERMINAL));
        report.predictions().stream()
                .map(report::limit)
                .flatMap(Optional::stream)
                .distinct()
                .sorted()
                .filter(bound -> !language.text(bound).endsWith(limit(bound)))
                .forEach(bound -> lines.add(limit(bound) + ": " + language.text(bound)));
        if (report.predictions().stream().anyMatch(Prediction::extrapolated)) {
            lines.add(EXTRAPOLATED + " extrapolated: outside the range of the measurements");
        }
        if (report.predictions().stream().anyMatch(each -> each.states().isPresent())) {
            lines.add(TWO_STATES + " two states: the same setting can give one rate or another");
        }
    }

    private String mean(Interval figure) {
        return Double.isFinite(figure.mean()) ? figures.number(figure.mean()) : "unknown";
    }

    private static String remark(Prediction prediction) {
        return (prediction.extrapolated() ? EXTRAPOLATED : "")
                + (prediction.states().isPresent() ? TWO_STATES : "");
    }

    /** Returns the limit at a setting, in a word or two. */
    private static String limit(Bound bound) {
        return switch (bound) {
            case SERVICE_CPU -> "service CPU";
            case SHARED_CPU -> "shared CPU";
            case DATABASE_CPU -> "database CPU";
            case CONTENTION -> "contention";
            case HOLD -> "hold time";
            case THREADS -> "threads";
            case USERS -> "load";
        };
    }

    private void parameters() {
        if (report.parameters().isEmpty()) {
            return;
        }
        var table = new TextTable(Set.of(0, 1, 4), List.of("fit", "", "value", "95 %", "origin"));
        for (Parameter each : report.parameters()) {
            String unit = each.unit().isEmpty() ? "" : " " + each.unit();
            table.add(List.of(
                    language.text(each.name()),
                    each.symbol(),
                    figure(each.value().mean()) + unit,
                    range(each.value()),
                    origin(each.origin())));
        }
        lines.add("");
        lines.addAll(table.lines(Columns.TERMINAL));
    }

    private static String origin(Parameter.Origin origin) {
        return switch (origin) {
            case MEASURED -> "measured";
            case FITTED -> "fitted";
            case NOT_IDENTIFIABLE -> "not identifiable";
            case ASSUMED -> "assumed";
        };
    }

    private String range(Interval interval) {
        if (!Figures.bounded(interval)) {
            return "no interval";
        }
        return interval.low() == interval.high() ? "" : figure(interval.low()) + "–" + figure(interval.high());
    }

    /** Writes three significant digits: parameters are as small as a contention of 0.0004. */
    private static String figure(double value) {
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros();
        return rounded.abs().compareTo(new BigDecimal("1e-4")) < 0 && rounded.signum() != 0
                ? rounded.toString()
                : rounded.toPlainString();
    }

    private void checks() {
        if (report.fit().checks().isEmpty()) {
            return;
        }
        lines.add("");
        lines.add("Checks");
        for (Check each : report.fit().checks()) {
            add(
                    each.passed() ? "  holds  " : "  FAILS  ",
                    language.text(each.name()) + ": " + language.text(each.statement()));
        }
    }

    private void warnings() {
        if (report.warnings().isEmpty()) {
            return;
        }
        lines.add("");
        lines.add("Warnings");
        report.warnings().forEach(each -> add("  - ", each));
    }

    /** Adds a paragraph that hangs below its beginning. */
    private void add(String beginning, String text) {
        String indent = " ".repeat(Columns.width(beginning));
        List<String> wrapped = Columns.wrap(Columns.clean(text), Columns.TERMINAL - indent.length());
        for (int i = 0; i < wrapped.size(); i++) {
            lines.add((i == 0 ? beginning : indent) + wrapped.get(i));
        }
    }
}
