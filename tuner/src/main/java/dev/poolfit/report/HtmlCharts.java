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
    private final Knob axis;

    HtmlCharts(Run run, Html html) {
        this.run = run;
        this.html = html;
        axis = Knobs.axis(run);
    }

    /** Every setting that was tried. */
    void settings() {
        if (run.trials().isEmpty()) {
            return;
        }
        String against = " against " + Phrases.property(axis);
        html.open("section").element("h2", "Every setting that was tried");
        html.open("div", "class", "charts");
        figure(
                "throughput",
                "Throughput" + against,
                "Whiskers are 95 % intervals, small dots single trials; a hollow dot is a trial that does not count. The rates start at 0 unless they are close together.",
                words(each -> Figures.rate(each.throughput().mean()) + " (" + Figures.range(each.throughput()) + ")"));
        figure(
                "p99",
                "p99" + against,
                "",
                words(each -> Figures.millis(each.p99Ms().mean())));
        figure(
                "pending",
                "Requests waiting for a connection",
                "",
                trials(trial -> trial.mean(Metric.POOL_PENDING).stream()
                        .mapToObj(value -> Figures.plain(Math.rint(value)))
                        .collect(Collectors.joining())));
        figure("errors", "Failed requests", "", trials(trial -> Figures.percent(trial.errorRate())));
        Knobs.group(run)
                .ifPresent(group -> figure(
                        "map",
                        Phrases.property(axis) + " × " + Phrases.property(group),
                        "The larger the dot, the more requests a second.",
                        words(each -> Figures.rate(each.throughput().mean()))));
        html.close("div");
        new HtmlTables(run, html).settings();
        html.close("section");
    }

    /** What was read each second, of the trial that the reader chooses. */
    void series() {
        if (run.series().isEmpty()) {
            return;
        }
        html.open("section", "class", "needs-script").element("h2", "Second by second");
        html.open("div", "class", "choice", "role", "group", "aria-label", "Trial");
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
        figure(
                "series-rate",
                "Throughput and failures a second",
                "",
                "Chosen above; the means are in the table below.");
        figure("series-p99", "p99 of each second", "", "Chosen above; the means are in the table below.");
        figure("series-pool", "Connections in use and requests waiting", "", "Chosen above.");
        figure("series-cpu", "CPU in cores", "", "Chosen above.");
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
