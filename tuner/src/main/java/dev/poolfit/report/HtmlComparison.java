package dev.poolfit.report;

import dev.poolfit.units.Rate;
import dev.poolfit.verdict.Performance;
import java.util.Map;
import java.util.Optional;

/** Before, one step below and the answer in a table, each interval drawn to one scale beside the goal. */
final class HtmlComparison {
    private final Run run;
    private final Html html;
    private final Language language;
    private final Figures figures;
    private final Phrases phrases;
    private final Map<Comparison, Performance> rows;
    private final Optional<Double> goal;
    private final Strip strip;

    HtmlComparison(Run run, Html html, Language language) {
        this.run = run;
        this.html = html;
        this.language = language;
        figures = new Figures(language);
        phrases = new Phrases(language);
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
        html.element("caption", language.text(goal.isPresent() ? "comparison.caption-goal" : "comparison.caption"));
        html.open("thead").open("tr").element("th", "", "aria-label", language.text("column.setting"));
        Knobs.shown(run).forEach(knob -> html.element("th", knob.key(), "class", "figure", "scope", "col"));
        html.element("th", language.text("column.rate"), "class", "figure", "scope", "col")
                .element("th", language.text("column.interval"), "class", "strip", "scope", "col", "colspan", "2")
                .element("th", language.text("column.p99"), "class", "figure", "scope", "col")
                .element("th", language.text("column.errors"), "class", "figure", "scope", "col")
                .element("th", language.text("column.goal"), "scope", "col");
        html.close("tr", "thead").open("tbody");
        rows.forEach(this::row);
        html.close("tbody", "table", "div");
    }

    private void row(Comparison which, Performance each) {
        html.open("tr", "class", Phrases.key(which)).element("th", language.text(which), "scope", "row");
        Knobs.shown(run).forEach(knob -> figure(knob.key(), Knobs.text(knob, each.settings())));
        figure(language.text("column.rate"), figures.rate(each.throughput().mean()));
        figure(language.text("column.interval"), figures.range(each.throughput()));
        strip.draw(each.throughput());
        figure(language.text("column.p99"), figures.millis(each.p99Ms().told()));
        figure(language.text("column.errors"), figures.percent(each.errorRate().mean()));
        html.element(
                "td",
                phrases.standing(each.standing(), run.question().goal()),
                "class",
                "standing",
                "data-label",
                language.text("column.goal"));
        html.close("tr");
    }

    /** Writes a figure; its column's name stands beside it where the page is too narrow for columns. */
    private void figure(String column, String text) {
        html.element("td", text, "class", "figure", "data-label", column);
    }
}
