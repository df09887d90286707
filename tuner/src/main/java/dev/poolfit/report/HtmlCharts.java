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
    private final Language say;
    private final Figures figures;
    private final Phrases phrases;
    private final Knob axis;

    HtmlCharts(Run run, Html html, Language say) {
        this.run = run;
        this.html = html;
        this.say = say;
        figures = new Figures(say);
        phrases = new Phrases(say);
        axis = Knobs.axis(run);
    }

    /** Every setting that was tried. */
    void settings() {
        if (run.trials().isEmpty()) {
            return;
        }
        String along = Phrases.property(axis);
        html.open("section").element("h2", say.say("settings.heading"));
        html.open("div", "class", "charts");
        figure(
                "throughput",
                say.say("chart.throughput", along),
                say.say("chart.throughput.remark"),
                words(each -> phrases.rate(each.throughput())));
        figure(
                "p99",
                say.say("chart.p99", along),
                "",
                words(each -> figures.millis(each.p99Ms().mean())));
        figure(
                "pending",
                say.say("chart.pending"),
                "",
                trials(trial -> trial.mean(Metric.POOL_PENDING).stream()
                        .mapToObj(value -> figures.plain(Math.rint(value)))
                        .collect(Collectors.joining())));
        figure("errors", say.say("chart.errors"), "", trials(trial -> figures.percent(trial.errorRate())));
        Knobs.group(run)
                .ifPresent(group -> figure(
                        "map",
                        Phrases.property(axis) + " × " + Phrases.property(group),
                        say.say("chart.map.remark"),
                        words(each -> figures.rate(each.throughput().mean()))));
        html.close("div");
        new HtmlTables(run, html, say).settings();
        html.close("section");
    }

    /** What was read each second, of the trial that the reader chooses. */
    void series() {
        if (run.series().isEmpty()) {
            return;
        }
        html.open("section", "class", "needs-script").element("h2", say.say("series.heading"));
        html.open("div", "class", "choice", "role", "group", "aria-label", say.say("series.trial"));
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
        figure("series-rate", say.say("series.rate"), "", say.say("series.chosen-means"));
        figure("series-p99", say.say("series.p99"), "", say.say("series.chosen-means"));
        figure("series-pool", say.say("series.pool"), "", say.say("series.chosen"));
        figure("series-cpu", say.say("series.cpu"), "", say.say("series.chosen"));
        html.close("div", "section");
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
        return Phrases.tuned(run, trial.settings()).values().entrySet().stream()
                .map(entry -> entry.getKey().key() + " " + entry.getKey().text(entry.getValue()))
                .collect(Collectors.joining(", "));
    }
}
