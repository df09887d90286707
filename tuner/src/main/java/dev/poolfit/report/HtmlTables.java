package dev.poolfit.report;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.plan.RuleChain;
import dev.poolfit.verdict.Performance;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The page's tables: settings that were tried, and trials with their flags. */
final class HtmlTables {
    /** Beside one for each knob. */
    private static final int TRIAL_COLUMNS = 10;

    private final Run run;
    private final Html html;
    private final Language language;
    private final Figures figures;
    private final Phrases phrases;
    private final RuleText rules;
    private final List<Knob> knobs;

    HtmlTables(Run run, Html html, Language language) {
        this.run = run;
        this.html = html;
        this.language = language;
        figures = new Figures(language);
        phrases = new Phrases(language);
        rules = new RuleText(language);
        knobs = Knobs.shown(run);
    }

    void settings() {
        if (run.conclusion().tried().isEmpty()) {
            return;
        }
        html.open("details").element("summary", language.text("settings.as-table"));
        html.open("div", "class", "wide", "tabindex", "0").open("table");
        html.element("caption", language.text("settings.caption"));
        heading(List.of("trials", "rate", "interval", "mean", "p99", "errors"), "goal");
        for (Performance each : run.conclusion().tried()) {
            html.open("tr");
            knobs.forEach(knob -> figure(Knobs.text(knob, each.settings())));
            figure("" + each.trials());
            figure(figures.rate(each.throughput().mean()));
            figure(figures.range(each.throughput()));
            figure(figures.millis(each.meanMs()));
            figure(figures.millis(each.p99Ms().told()));
            figure(figures.percent(each.errorRate().mean()));
            html.element("td", phrases.standing(each.standing(), run.question().goal()))
                    .close("tr");
        }
        html.close("tbody", "table", "div", "details");
    }

    void trials() {
        if (run.trials().isEmpty()) {
            return;
        }
        html.open("section").element("h2", language.text("trials.heading"));
        html.open("div", "class", "wide", "tabindex", "0").open("table");
        html.element("caption", language.text("trials.caption"));
        html.open("thead").open("tr").element("th", "#", "class", "figure", "scope", "col");
        html.element("th", language.text("column.role"), "scope", "col");
        knobs.forEach(knob -> html.element("th", knob.key(), "class", "figure", "scope", "col"));
        for (String name : List.of("rate", "interval", "mean", "p99", "errors", "pending", "load")) {
            html.element("th", language.text("column." + name), "class", "figure", "scope", "col");
        }
        html.element("th", language.text("column.flags"), "scope", "col").close("tr", "thead");
        for (List<Trial> group : byRules()) {
            html.open("tbody");
            rule(group.get(0).rules(), "");
            group.forEach(this::trial);
            html.close("tbody");
        }
        RuleChain ended = run.conclusion().trace().chain();
        if (!ended.rules().isEmpty()) {
            html.open("tbody");
            rule(ended, language.text("trials.ended") + " ");
            html.close("tbody");
        }
        html.close("table", "div");
        flags();
        html.close("section");
    }

    /** The trials in their order, those together that the same rule asked for. */
    private List<List<Trial>> byRules() {
        var groups = new ArrayList<List<Trial>>();
        for (Trial trial : run.trials()) {
            if (groups.isEmpty()
                    || !groups.get(groups.size() - 1).get(0).rules().equals(trial.rules())) {
                groups.add(new ArrayList<>());
            }
            groups.get(groups.size() - 1).add(trial);
        }
        return groups;
    }

    /** Tells why the trials below were made, or what ended the search. */
    private void rule(RuleChain chain, String before) {
        if (chain.rules().isEmpty()) {
            return;
        }
        html.open("tr", "class", "rule")
                .open("th", "scope", "rowgroup", "colspan", "" + (TRIAL_COLUMNS + knobs.size()))
                .open("p");
        html.text(before + String.join(" ", rules.news(chain)) + " ")
                .inline("code", chain.toString())
                .close("p");
        String because = rules.because(chain);
        if (!because.isEmpty()) {
            html.element("p", because, "class", "because");
        }
        html.close("th", "tr");
    }

    private void trial(Trial trial) {
        html.open("tr", "class", trial.valid() ? "valid" : "invalid");
        html.element("th", "" + trial.number(), "class", "figure", "scope", "row");
        html.element("td", language.text(trial.role()));
        knobs.forEach(knob -> figure(Knobs.text(knob, trial.settings())));
        figure(figures.rate(trial.throughput().mean()));
        figure(figures.range(trial.throughput()));
        figure(figures.millis(trial.meanMs()));
        figure(figures.millis(trial.p99Ms().told()));
        figure(figures.percent(trial.errorRate()));
        OptionalDouble pending = trial.mean(Metric.POOL_PENDING);
        figure(pending.isPresent() ? figures.plain(Math.rint(pending.getAsDouble())) : "–");
        figure(figures.length(trial.loadSeconds()));
        html.element("td", trial.flags().stream().map(Phrases::key).collect(Collectors.joining(", ")));
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
            html.element("dt", Phrases.key(flag)).element("dd", language.text("flag.sentence", phrases.meaning(flag)));
        }
        html.close("dl");
    }

    private void heading(List<String> names, String last) {
        html.open("thead").open("tr");
        knobs.forEach(knob -> html.element("th", knob.key(), "class", "figure", "scope", "col"));
        names.forEach(name -> html.element("th", language.text("column." + name), "class", "figure", "scope", "col"));
        html.element("th", language.text("column." + last), "scope", "col")
                .close("tr", "thead")
                .open("tbody");
    }

    private void figure(String text) {
        html.element("td", text, "class", "figure");
    }
}
