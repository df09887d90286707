package dev.poolfit.report;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.verdict.Performance;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The page's tables: settings that were tried, and trials with their flags. */
final class HtmlTables {
    private final Run run;
    private final Html html;
    private final List<Knob> knobs;

    HtmlTables(Run run, Html html) {
        this.run = run;
        this.html = html;
        knobs = Knobs.shown(run);
    }

    void settings() {
        if (run.conclusion().tried().isEmpty()) {
            return;
        }
        html.open("details").element("summary", "The same figures as a table");
        html.open("div", "class", "wide", "tabindex", "0").open("table");
        html.element("caption", "Settings that were tried, each over all its valid trials");
        heading(List.of("trials", "rate", "95 % interval", "mean", "p99", "errors"), "goal");
        for (Performance each : run.conclusion().tried()) {
            html.open("tr");
            knobs.forEach(knob -> figure(Knobs.text(knob, each.settings())));
            figure("" + each.trials());
            figure(Figures.rate(each.throughput().mean()));
            figure(Figures.range(each.throughput()));
            figure(Figures.millis(each.meanMs()));
            figure(Figures.millis(each.p99Ms().mean()));
            figure(Figures.percent(each.errorRate().mean()));
            html.element("td", Phrases.standing(each.standing(), run.question().goal()))
                    .close("tr");
        }
        html.close("tbody", "table", "div", "details");
    }

    void trials() {
        if (run.trials().isEmpty()) {
            return;
        }
        html.open("section").element("h2", "Every trial");
        html.open("div", "class", "wide", "tabindex", "0").open("table");
        html.element("caption", "Trials in the order in which they ran");
        html.open("thead").open("tr").element("th", "#", "class", "figure", "scope", "col");
        html.element("th", "role", "scope", "col");
        knobs.forEach(knob -> html.element("th", knob.key(), "class", "figure", "scope", "col"));
        for (String name : List.of("rate", "95 % interval", "mean", "p99", "errors", "pending", "load")) {
            html.element("th", name, "class", "figure", "scope", "col");
        }
        html.element("th", "flags", "scope", "col").close("tr", "thead").open("tbody");
        run.trials().forEach(this::trial);
        html.close("tbody", "table", "div");
        flags();
        html.close("section");
    }

    private void trial(Trial trial) {
        html.open("tr", "class", trial.valid() ? "valid" : "invalid");
        html.element("th", "" + trial.number(), "class", "figure", "scope", "row");
        html.element("td", Phrases.role(trial.role()));
        knobs.forEach(knob -> figure(Knobs.text(knob, trial.settings())));
        figure(Figures.rate(trial.throughput().mean()));
        figure(Figures.range(trial.throughput()));
        figure(Figures.millis(trial.meanMs()));
        figure(Figures.millis(trial.p99Ms().mean()));
        figure(Figures.percent(trial.errorRate()));
        OptionalDouble pending = trial.mean(Metric.POOL_PENDING);
        figure(pending.isPresent() ? Figures.plain(Math.rint(pending.getAsDouble())) : "–");
        figure(Figures.length(trial.loadSeconds()));
        html.element("td", trial.flags().stream().map(Phrases::flag).collect(Collectors.joining(", ")));
        html.close("tr");
    }

    private void flags() {
        var seen = run.trials().stream()
                .flatMap(trial -> trial.flags().stream())
                .distinct()
                .sorted()
                .toList();
        if (seen.isEmpty()) {
            return;
        }
        html.open("dl", "class", "legend");
        for (Flag flag : seen) {
            html.element("dt", Phrases.flag(flag)).element("dd", TrialTable.meaning(flag) + ".");
        }
        html.close("dl");
    }

    private void heading(List<String> figures, String last) {
        html.open("thead").open("tr");
        knobs.forEach(knob -> html.element("th", knob.key(), "class", "figure", "scope", "col"));
        figures.forEach(name -> html.element("th", name, "class", "figure", "scope", "col"));
        html.element("th", last, "scope", "col").close("tr", "thead").open("tbody");
    }

    private void figure(String text) {
        html.element("td", text, "class", "figure");
    }
}
