package dev.poolfit.report;

import dev.poolfit.units.Rate;
import dev.poolfit.verdict.Performance;
import java.util.Map;
import java.util.Optional;

/** Before, one step below and the answer in a table, each interval drawn to one scale beside the goal. */
final class HtmlComparison {
    private final Run run;
    private final Html html;
    private final Map<String, Performance> rows;
    private final Optional<Double> goal;
    private final Strip strip;

    HtmlComparison(Run run, Html html) {
        this.run = run;
        this.html = html;
        rows = Comparison.of(run);
        goal = run.question().goal().throughput().map(Rate::perSecond);
        strip = Strip.ofRates(
                html,
                rows.values().stream()
                        .map(Performance::throughput)
                        .mapToDouble(Strip::reach)
                        .max()
                        .orElse(0),
                goal.orElse(Double.NaN));
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
        strip.draw(each.throughput());
        html.element("td", Figures.millis(each.p99Ms().mean()), "class", "figure")
                .element("td", Figures.percent(each.errorRate().mean()), "class", "figure")
                .element("td", Phrases.standing(each.standing(), run.question().goal()), "class", "standing");
        html.close("tr");
    }
}
