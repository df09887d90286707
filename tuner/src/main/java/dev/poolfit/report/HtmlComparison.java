package dev.poolfit.report;

import dev.poolfit.evidence.Interval;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.Performance;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Before, one step below and the answer in a table, each interval drawn to one scale beside the goal. */
final class HtmlComparison {
    private final Run run;
    private final Html html;
    private final Map<String, Performance> rows;
    private final Optional<Double> goal;
    private final double most;

    HtmlComparison(Run run, Html html) {
        this.run = run;
        this.html = html;
        rows = Comparison.of(run);
        goal = run.question().goal().throughput().map(Rate::perSecond);
        most = Math.max(
                        goal.orElse(0.0),
                        rows.values().stream()
                                .map(Performance::throughput)
                                .mapToDouble(each -> Figures.bounded(each) ? each.high() : each.mean())
                                .max()
                                .orElse(0))
                * 1.04;
    }

    void write() {
        if (rows.isEmpty()) {
            return;
        }
        html.open("div", "class", "wide", "tabindex", "0").open("table", "class", "comparison");
        html.element(
                "caption",
                "Throughput with its 95 % interval" + (goal.isPresent() ? "; the upright line is the goal" : ""));
        html.open("thead").open("tr").element("th", "", "aria-label", "Setting");
        Knobs.shown(run).forEach(knob -> html.element("th", knob.key(), "class", "figure", "scope", "col"));
        html.element("th", "rate", "class", "figure", "scope", "col")
                .element("th", "95 % interval", "class", "strip", "scope", "col", "colspan", "2")
                .element("th", "p99", "class", "figure", "scope", "col")
                .element("th", "errors", "class", "figure", "scope", "col")
                .element("th", "goal", "scope", "col");
        html.close("tr", "thead").open("tbody");
        rows.forEach(this::row);
        html.close("tbody", "table", "div");
    }

    private void row(String label, Performance each) {
        html.open("tr", "class", label.replace(' ', '-')).element("th", label, "scope", "row");
        Knobs.shown(run).forEach(knob -> html.element("td", Knobs.text(knob, each.settings()), "class", "figure"));
        html.element("td", Figures.rate(each.throughput().mean()), "class", "figure")
                .element("td", Figures.range(each.throughput()), "class", "figure");
        html.open("td", "class", "strip");
        if (Figures.bounded(each.throughput())) {
            strip(each.throughput());
        }
        html.close("td");
        html.element("td", Figures.millis(each.p99Ms().mean()), "class", "figure")
                .element("td", Figures.percent(each.errorRate().mean()), "class", "figure")
                .element("td", Phrases.standing(each.standing(), run.question().goal()), "class", "standing");
        html.close("tr");
    }

    private void strip(Interval interval) {
        html.open("svg", "viewBox", "0 0 240 18", "aria-hidden", "true", "preserveAspectRatio", "none");
        html.open("rect", "class", "track", "x", "0", "y", "8", "width", "240", "height", "2")
                .close("rect");
        double low = x(Math.max(0, interval.low()));
        html.open(
                        "rect",
                        "class",
                        "span",
                        "x",
                        text(low),
                        "y",
                        "6",
                        "width",
                        text(Math.max(3, x(interval.high()) - low)),
                        "height",
                        "6",
                        "rx",
                        "2")
                .close("rect");
        goal.ifPresent(rate -> html.open(
                        "rect", "class", "goal", "x", text(x(rate) - 0.75), "y", "0", "width", "1.5", "height", "18")
                .close("rect"));
        html.close("svg");
    }

    private double x(double rate) {
        return rate / most * 240;
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
