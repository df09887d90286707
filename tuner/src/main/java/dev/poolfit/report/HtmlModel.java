package dev.poolfit.report;

import dev.poolfit.experiment.Knob;
import dev.poolfit.model.fit.Forecast;
import dev.poolfit.model.fit.Prediction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The part of the page on the model: its answer in words, predicted beside measured, the map, and its basis. */
final class HtmlModel {
    private final Run run;
    private final Html html;
    private final Language language;
    private final Figures figures;
    private final Phrases phrases;
    private final Knob axis;

    HtmlModel(Run run, Html html, Language language) {
        this.run = run;
        this.html = html;
        this.language = language;
        figures = new Figures(language);
        phrases = new Phrases(language);
        axis = Knobs.axis(run);
    }

    void write() {
        run.conclusion().forecast().ifPresent(this::write);
    }

    private void write(Forecast forecast) {
        html.open("section", "class", forecast.explains() ? "model" : "model unexplained");
        html.element("h2", language.text("model.heading"));
        if (!forecast.explains()) {
            html.open("div", "class", "doubt")
                    .element("p", language.text("model.unexplained"))
                    .close("div");
        }
        html.element("p", language.text(forecast.statement()), "class", "prose");
        charts(forecast);
        var tables = new HtmlModelTables(run, html, language);
        forecast.map().ifPresent(map -> new HtmlModelMap(run, html, language).write(map));
        tables.comparison();
        curve(forecast.curve());
        tables.basis(forecast);
        html.close("section");
    }

    private void charts(Forecast forecast) {
        var curve = ModelData.drawn(forecast, axis);
        if (curve.isEmpty()) {
            return;
        }
        html.open("div", "class", "charts");
        figure(
                "model-rate",
                language.text("chart.model-rate", Phrases.property(run, axis)),
                remark(curve),
                curve.stream()
                        .map(each -> Phrases.setting(run, each.settings()) + ": "
                                + figures.rate(each.throughput().mean()))
                        .collect(Collectors.joining("; ")));
        if (ModelData.timed(curve)) {
            figure(
                    "model-p99",
                    language.text("chart.model-p99"),
                    "",
                    curve.stream()
                            .map(each -> Phrases.setting(run, each.settings()) + ": "
                                    + figures.millis(each.p99Ms().mean()))
                            .collect(Collectors.joining("; ")));
        }
        html.close("div");
    }

    private String remark(List<Prediction> curve) {
        var sentences = new ArrayList<String>();
        sentences.add(language.text("chart.model-rate.remark"));
        Knobs.group(run)
                .ifPresent(
                        knob -> sentences.add(language.text("chart.model-rate.hollow", Phrases.property(run, knob))));
        if (curve.stream().anyMatch(Prediction::extrapolated)) {
            sentences.add(language.text("chart.model-rate.dashed"));
        }
        return String.join(" ", sentences);
    }

    private void figure(String id, String title, String remark, String words) {
        html.open("figure", "class", "chart-" + id).element("figcaption", title);
        html.open("div", "id", "chart-" + id, "class", "chart", "role", "img", "aria-label", title + ". " + words)
                .close("div");
        if (!remark.isEmpty()) {
            html.element("p", remark, "class", "muted");
        }
        html.close("figure");
    }

    private void curve(List<Prediction> curve) {
        if (curve.isEmpty()) {
            return;
        }
        var knobs = Knobs.shown(run);
        html.open("details").element("summary", language.text("curve.as-table"));
        html.open("div", "class", "wide", "tabindex", "0").open("table");
        html.element("caption", language.text("curve.caption"));
        html.open("thead").open("tr");
        knobs.forEach(knob -> html.element("th", knob.key(), "class", "figure", "scope", "col"));
        for (String name : List.of("rate", "interval", "mean", "p99", "errors")) {
            html.element("th", language.text("column." + name), "class", "figure", "scope", "col");
        }
        html.element("th", language.text("column.limited-by"), "scope", "col")
                .element("th", language.text("column.trials-near"), "scope", "col");
        html.close("tr", "thead").open("tbody");
        for (Prediction each : curve) {
            html.open("tr");
            knobs.forEach(knob -> html.element("td", Knobs.text(knob, each.settings()), "class", "figure"));
            for (String figure : List.of(
                    figures.rate(each.throughput().mean()),
                    figures.range(each.throughput()),
                    figures.millis(each.meanMs().mean()),
                    figures.millis(each.p99Ms().mean()),
                    figures.percent(each.errorRate().mean()))) {
                html.element("td", figure, "class", "figure");
            }
            html.element("td", language.text(each.bound()))
                    .element("td", language.text(each.extrapolated() ? "trials-near.none" : "trials-near.yes"));
            html.close("tr");
        }
        html.close("tbody", "table", "div", "details");
    }
}
