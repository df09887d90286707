package dev.poolfit.report;

import dev.poolfit.experiment.Knob;
import dev.poolfit.model.Forecast;
import dev.poolfit.model.Prediction;
import java.util.List;
import java.util.stream.Collectors;

/** What the model says: its answer in words, predicted beside measured, the map, and what it stands on. */
final class HtmlModel {
    private final Run run;
    private final Html html;
    private final Knob axis;

    HtmlModel(Run run, Html html) {
        this.run = run;
        this.html = html;
        axis = Knobs.axis(run);
    }

    void write() {
        run.conclusion().forecast().ifPresent(this::write);
    }

    private void write(Forecast forecast) {
        html.open("section", "class", forecast.explains() ? "model" : "model unexplained");
        html.element("h2", "What the model says");
        if (!forecast.explains()) {
            html.open("div", "class", "doubt")
                    .element("p", ModelText.UNEXPLAINED)
                    .close("div");
        }
        html.element("p", forecast.statement(), "class", "prose");
        charts(forecast);
        var tables = new HtmlModelTables(run, html);
        forecast.map().ifPresent(map -> new HtmlModelMap(run, html).write(map));
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
                "Predicted throughput against " + Phrases.property(axis),
                "The band and the whiskers are 95 % intervals."
                        + Knobs.group(run)
                                .map(knob -> " A hollow dot was tried with another " + Phrases.property(knob)
                                        + " than the line is for.")
                                .orElse("")
                        + (curve.stream().anyMatch(Prediction::extrapolated)
                                ? " Where the line is dashed, no trial is near."
                                : ""),
                curve.stream()
                        .map(each -> Phrases.setting(run, each.settings()) + ": "
                                + Figures.rate(each.throughput().mean()))
                        .collect(Collectors.joining("; ")));
        if (ModelData.timed(curve)) {
            figure(
                    "model-p99",
                    "Predicted p99",
                    "",
                    curve.stream()
                            .map(each -> Phrases.setting(run, each.settings()) + ": "
                                    + Figures.millis(each.p99Ms().mean()))
                            .collect(Collectors.joining("; ")));
        }
        html.close("div");
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
        html.open("details").element("summary", "The predicted curve as a table");
        html.open("div", "class", "wide", "tabindex", "0").open("table");
        html.element("caption", "Expected of each setting in a long run, and what limits it");
        html.open("thead").open("tr");
        knobs.forEach(knob -> html.element("th", knob.key(), "class", "figure", "scope", "col"));
        for (String name : List.of("rate", "95 % interval", "mean", "p99", "errors")) {
            html.element("th", name, "class", "figure", "scope", "col");
        }
        html.element("th", "limited by", "scope", "col").element("th", "trials near", "scope", "col");
        html.close("tr", "thead").open("tbody");
        for (Prediction each : curve) {
            html.open("tr");
            knobs.forEach(knob -> html.element("td", Knobs.text(knob, each.settings()), "class", "figure"));
            for (String figure : List.of(
                    Figures.rate(each.throughput().mean()),
                    Figures.range(each.throughput()),
                    Figures.millis(each.meanMs().mean()),
                    Figures.millis(each.p99Ms().mean()),
                    Figures.percent(each.errorRate().mean()))) {
                html.element("td", figure, "class", "figure");
            }
            html.element("td", each.bound().words()).element("td", each.extrapolated() ? "none" : "yes");
            html.close("tr");
        }
        html.close("tbody", "table", "div", "details");
    }
}
