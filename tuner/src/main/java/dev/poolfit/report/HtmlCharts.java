package dev.poolfit.report;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.verdict.Performance;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The places where the script draws, each with what it shows in words for who cannot see it. */
final class HtmlCharts {
    private final Run run;
    private final Html html;
    private final Language language;
    private final Figures figures;
    private final Phrases phrases;
    private final Knob axis;

    HtmlCharts(Run run, Html html, Language language) {
        this.run = run;
        this.html = html;
        this.language = language;
        figures = new Figures(language);
        phrases = new Phrases(language);
        axis = Knobs.axis(run);
    }

    void settings() {
        if (run.trials().isEmpty()) {
            return;
        }
        String along = Phrases.property(run, axis);
        html.open("section").element("h2", language.text("settings.heading"));
        html.open("div", "class", "charts");
        figure(
                "throughput",
                language.text("chart.throughput", along),
                language.text("chart.throughput.remark"),
                words(each -> phrases.rate(each.throughput())));
        figure(
                "p99",
                language.text("chart.p99", along),
                "",
                words(each -> figures.millis(each.p99Ms().told())));
        figure(
                "pending",
                language.text("chart.pending"),
                "",
                trials(trial -> trial.mean(Metric.POOL_PENDING).stream()
                        .mapToObj(value -> figures.plain(Math.rint(value)))
                        .collect(Collectors.joining())));
        figure("errors", language.text("chart.errors"), "", trials(trial -> figures.percent(trial.errorRate())));
        Knobs.group(run)
                .ifPresent(group -> figure(
                        "map",
                        Phrases.property(run, axis) + " × " + Phrases.property(run, group),
                        language.text("chart.map.remark"),
                        words(each -> figures.rate(each.throughput().mean()))));
        html.close("div");
        new HtmlTables(run, html, language).settings();
        html.close("section");
    }

    /** Draws what was read each second, of the trial that the reader chooses. */
    void series() {
        if (run.series().isEmpty()) {
            return;
        }
        html.open("section", "class", "needs-script").element("h2", language.text("series.heading"));
        html.open("div", "class", "choice", "role", "group", "aria-label", language.text("series.trial"));
        for (Trial trial : run.trials()) {
            if (run.series().containsKey(trial.number())) {
                html.open("button", "type", "button", "data-trial", "" + trial.number(), "aria-pressed", "false")
                        .inline("b", "" + trial.number())
                        .text(" " + values(trial) + (trial.valid() ? "" : " ○"))
                        .close("button");
            }
        }
        html.close("div");
        html.element("p", "", "id", "chosen", "class", "muted", "aria-live", "polite");
        html.open("div", "class", "charts");
        figure("series-rate", language.text("series.rate"), "", language.text("series.chosen-means"));
        figure("series-p99", language.text("series.p99"), "", language.text("series.chosen-means"));
        figure("series-pool", language.text("series.pool"), "", language.text("series.chosen"));
        figure("series-cpu", language.text("series.cpu"), "", language.text("series.chosen"));
        html.close("div", "section");
    }

    /** Writes a place for a chart of which nothing is known yet. */
    static void place(Html html, String id, String title) {
        html.open("figure", "class", "chart-" + id).element("figcaption", title);
        html.open("div", "id", "chart-" + id, "class", "chart", "role", "img", "aria-label", title)
                .close("div", "figure");
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

    private String words(Function<Performance, String> figure) {
        return run.conclusion().tried().stream()
                .map(each -> Phrases.setting(run, each.settings()) + ": " + figure.apply(each))
                .collect(Collectors.joining("; "));
    }

    private String trials(Function<Trial, String> figure) {
        return run.trials().stream()
                .map(trial -> Phrases.setting(run, trial.settings()) + ": " + figure.apply(trial))
                .collect(Collectors.joining("; "));
    }

    private String values(Trial trial) {
        return Phrases.tuned(run, trial.settings()).toString();
    }
}
