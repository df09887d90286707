package dev.poolfit.report;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.model.Check;
import dev.poolfit.model.Forecast;
import dev.poolfit.model.Parameter;
import dev.poolfit.model.Prediction;
import dev.poolfit.verdict.Performance;
import java.util.List;
import java.util.stream.Stream;

/** The model's tables: predicted against measured, and below them parameters, checks and assumptions. */
final class HtmlModelTables {
    private final Run run;
    private final Html html;
    private final List<Knob> knobs;

    HtmlModelTables(Run run, Html html) {
        this.run = run;
        this.html = html;
        knobs = Knobs.shown(run);
    }

    void comparison() {
        var rows = ModelText.foretold(run);
        if (rows.isEmpty()) {
            return;
        }
        var strip = Strip.ofDifferences(
                html,
                rows.stream()
                        .filter(each -> each.throughput().mean() > 0)
                        .flatMap(each -> Stream.of(
                                share(each.throughput(), each.throughput()), share(predicted(each), each.throughput())))
                        .mapToDouble(each -> Math.max(Strip.reach(each), -each.low()))
                        .filter(Double::isFinite)
                        .max()
                        .orElse(0));
        html.element("h3", "Predicted and measured");
        html.open("p", "class", "muted")
                .text("Good responses a second with 95 % intervals; the bars show ")
                .inline("span", "measured", "class", "key")
                .text(" and ")
                .inline("span", "predicted", "class", "key model")
                .text(", about the measured mean.")
                .close("p");
        html.open("div", "class", "wide", "tabindex", "0")
                .open("table", "class", "foretold", "aria-label", "Predicted and measured");
        html.open("thead").open("tr");
        knobs.forEach(knob -> html.element("th", knob.key(), "class", "figure", "scope", "col"));
        html.element("th", "measured", "class", "figure", "scope", "col", "colspan", "2")
                .element("th", "predicted", "class", "figure", "scope", "col", "colspan", "2")
                .element("th", "difference", "class", "figure", "scope", "col")
                .element("th", "", "class", "strip", "aria-label", "Both intervals drawn as differences")
                .element("th", "intervals", "scope", "col");
        html.close("tr", "thead").open("tbody");
        rows.forEach(each -> row(each, predicted(each), strip));
        html.close("tbody", "table", "div");
    }

    private Interval predicted(Performance each) {
        return ModelText.of(run, each.settings()).map(Prediction::throughput).orElseThrow();
    }

    /** An interval as differences from the mean of another, as shares of that. */
    private static Interval share(Interval interval, Interval of) {
        double whole = of.mean();
        return new Interval(interval.mean() / whole - 1, interval.low() / whole - 1, interval.high() / whole - 1);
    }

    private void row(Performance each, Interval predicted, Strip strip) {
        Interval measured = each.throughput();
        boolean answer = run.conclusion()
                .recommended()
                .filter(other -> other.settings().equals(each.settings()))
                .isPresent();
        html.open("tr", "class", answer ? "answer" : "other");
        knobs.forEach(knob -> figure(Knobs.text(knob, each.settings()), "figure"));
        figure(Figures.rate(measured.mean()), "figure");
        figure(Figures.range(measured), "figure range");
        figure(Figures.rate(predicted.mean()), "figure");
        figure(Figures.range(predicted), "figure range");
        if (measured.mean() > 0) {
            figure(Figures.change(share(predicted, measured).mean()), "figure");
            strip.draw(share(measured, measured), share(predicted, measured));
        } else {
            figure("–", "figure");
            figure("", "strip");
        }
        String agreement = ModelText.agreement(measured, predicted);
        figure(agreement, agreement.equals("apart") ? "apart" : "agree");
        html.close("tr");
    }

    private void figure(String text, String style) {
        html.element("td", text, "class", style);
    }

    /** What the predictions stand on. */
    void basis(Forecast forecast) {
        if (!forecast.parameters().isEmpty()) {
            parameters(forecast.parameters());
        }
        html.open("div", "class", "basis");
        if (!forecast.checks().isEmpty()) {
            html.open("div").element("h3", "Checks").open("ul", "class", "checks");
            forecast.checks().forEach(this::check);
            html.close("ul", "div");
        }
        if (!forecast.assumptions().isEmpty()) {
            html.open("div").element("h3", "Taken for granted").open("ul", "class", "assumptions");
            forecast.assumptions().forEach(each -> html.element("li", each));
            html.close("ul", "div");
        }
        html.close("div");
    }

    private void parameters(List<Parameter> parameters) {
        html.element("h3", "What it is made of");
        html.open("div", "class", "wide", "tabindex", "0").open("table", "class", "parameters");
        html.element("caption", "The model's parameters with 95 % intervals");
        html.open("thead").open("tr");
        html.element("th", "parameter", "scope", "col").element("th", "symbol", "scope", "col");
        html.element("th", "value", "class", "figure", "scope", "col")
                .element("th", "95 % interval", "class", "figure", "scope", "col")
                .element("th", "where it is from", "scope", "col");
        html.close("tr", "thead").open("tbody");
        for (Parameter each : parameters) {
            html.open("tr", "class", each.origin() == Parameter.Origin.NOT_TOLD ? "untold" : "told");
            html.element("th", each.name(), "scope", "row");
            html.open("td").inline("i", each.symbol()).close("td");
            figure(ModelText.value(each), "figure");
            figure(ModelText.interval(each), "figure range");
            html.element("td", ModelText.origin(each.origin()));
            html.close("tr");
        }
        html.close("tbody", "table", "div");
    }

    private void check(Check check) {
        html.open("li", "class", check.passed() ? "passed" : "broken");
        html.open("p")
                .inline("b", check.passed() ? "✓ holds" : "✗ does not hold", "class", "mark")
                .text(" ")
                .inline("strong", check.name())
                .close("p");
        html.element("p", check.statement(), "class", "muted").close("li");
    }
}
