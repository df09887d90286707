package dev.poolfit.report;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.model.fit.Check;
import dev.poolfit.model.fit.Forecast;
import dev.poolfit.model.fit.Parameter;
import dev.poolfit.model.fit.Prediction;
import dev.poolfit.verdict.Performance;
import java.util.List;
import java.util.stream.Stream;

/** The model's tables: predicted against measured, and below them parameters, checks and assumptions. */
final class HtmlModelTables {
    private final Run run;
    private final Html html;
    private final Language language;
    private final Figures figures;
    private final ModelText texts;
    private final List<Knob> knobs;
    private final boolean inAdvance;

    HtmlModelTables(Run run, Html html, Language language) {
        this.run = run;
        this.html = html;
        this.language = language;
        figures = new Figures(language);
        texts = new ModelText(language);
        knobs = Knobs.shown(run);
        inAdvance = run.conclusion().forecast().stream()
                .anyMatch(forecast -> !forecast.advance().isEmpty());
    }

    void comparison() {
        var rows = ModelText.predicted(run);
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
        html.element("h3", language.text("predicted-measured.heading"));
        html.open("p", "class", "muted")
                .words(
                        language.words("predicted-measured.remark"),
                        () -> html.inline("span", language.text("label.measured"), "class", "key"),
                        () -> html.inline("span", language.text("label.predicted"), "class", "key model"))
                .close("p");
        html.open("div", "class", "wide", "tabindex", "0")
                .open("table", "class", "predicted", "aria-label", language.text("predicted-measured.heading"));
        html.open("thead").open("tr");
        knobs.forEach(knob -> html.element("th", knob.key(), "class", "figure", "scope", "col"));
        html.element("th", language.text("label.measured"), "class", "figure", "scope", "col", "colspan", "2")
                .element("th", language.text("label.predicted"), "class", "figure", "scope", "col", "colspan", "2")
                .element("th", language.text("column.difference"), "class", "figure", "scope", "col");
        if (inAdvance) {
            html.element("th", language.text("column.predicted-before"), "class", "figure", "scope", "col");
        }
        html.element("th", "", "class", "strip", "aria-label", language.text("predicted-measured.strip"))
                .element("th", language.text("column.intervals"), "scope", "col");
        html.close("tr", "thead").open("tbody");
        rows.forEach(each -> row(each, predicted(each), strip));
        html.close("tbody", "table", "div");
    }

    private Interval predicted(Performance each) {
        return ModelText.of(run, each.settings()).map(Prediction::throughput).orElseThrow();
    }

    /** Returns an interval as differences from the mean of another, as shares of that. */
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
        figure(figures.rate(measured.mean()), "figure");
        figure(figures.range(measured), "figure range");
        figure(figures.rate(predicted.mean()), "figure");
        figure(figures.range(predicted), "figure range");
        if (measured.mean() > 0) {
            figure(Figures.change(share(predicted, measured).mean()), "figure");
            advance(each);
            strip.draw(share(measured, measured), share(predicted, measured));
        } else {
            figure("–", "figure");
            advance(each);
            figure("", "strip");
        }
        var agreement = ModelText.Agreement.of(measured, predicted);
        figure(language.text(agreement), agreement == ModelText.Agreement.APART ? "apart" : "agree");
        html.close("tr");
    }

    /** Writes the model's error where it had not seen the setting yet. */
    private void advance(Performance each) {
        if (inAdvance) {
            figure(
                    ModelText.inAdvance(run, each.settings())
                            .map(prediction -> Figures.change(prediction.error()))
                            .orElse("–"),
                    "figure");
        }
    }

    private void figure(String text, String style) {
        html.element("td", text, "class", style);
    }

    void basis(Forecast forecast) {
        if (!forecast.parameters().isEmpty()) {
            parameters(forecast.parameters());
        }
        html.open("div", "class", "basis");
        if (!forecast.checks().isEmpty()) {
            html.open("div").element("h3", language.text("checks.heading")).open("ul", "class", "checks");
            forecast.checks().forEach(this::check);
            html.close("ul", "div");
        }
        if (!forecast.assumptions().isEmpty()) {
            html.open("div").element("h3", language.text("assumptions.heading")).open("ul", "class", "assumptions");
            forecast.assumptions().forEach(each -> html.element("li", language.text(each)));
            html.close("ul", "div");
        }
        html.close("div");
    }

    private void parameters(List<Parameter> parameters) {
        html.element("h3", language.text("parameters.heading"));
        html.open("div", "class", "wide", "tabindex", "0").open("table", "class", "parameters");
        html.element("caption", language.text("parameters.caption"));
        html.open("thead").open("tr");
        html.element("th", language.text("column.parameter"), "scope", "col")
                .element("th", language.text("column.symbol"), "scope", "col");
        html.element("th", language.text("column.value"), "class", "figure", "scope", "col")
                .element("th", language.text("column.interval"), "class", "figure", "scope", "col")
                .element("th", language.text("column.origin"), "scope", "col");
        html.close("tr", "thead").open("tbody");
        for (Parameter each : parameters) {
            html.open(
                    "tr", "class", each.origin() == Parameter.Origin.NOT_IDENTIFIABLE ? "unidentified" : "identified");
            html.element("th", language.text(each.name()), "scope", "row");
            html.open("td").inline("i", each.symbol()).close("td");
            figure(texts.value(each), "figure");
            figure(texts.interval(each), "figure range");
            html.element("td", language.text(each.origin()));
            html.close("tr");
        }
        html.close("tbody", "table", "div");
    }

    private void check(Check check) {
        html.open("li", "class", check.passed() ? "passed" : "broken");
        html.open("p")
                .inline(
                        "b",
                        check.passed() ? "✓ " + language.text("check.holds") : "✗ " + language.text("check.broken"),
                        "class",
                        "mark")
                .text(" ")
                .inline("strong", language.text(check.name()))
                .close("p");
        html.element("p", language.text(check.statement()), "class", "muted").close("li");
    }
}
