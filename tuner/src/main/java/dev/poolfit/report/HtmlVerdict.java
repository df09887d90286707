package dev.poolfit.report;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Finding;
import dev.poolfit.verdict.Finding.Severity;
import dev.poolfit.verdict.Performance;
import java.util.Locale;
import java.util.Optional;

/** The upper part of the page: the answer, what it changes, why, and what else the evidence shows. */
final class HtmlVerdict {
    private final Run run;
    private final Html html;
    private final boolean recommended;

    HtmlVerdict(Run run, Html html) {
        this.run = run;
        this.html = html;
        recommended = run.conclusion().outcome() == Outcome.RECOMMENDED
                && run.conclusion().recommended().isPresent();
    }

    void write() {
        html.open(
                "section",
                "class",
                "verdict " + run.conclusion().outcome().name().toLowerCase(Locale.ROOT));
        blocking();
        headline();
        limit();
        tiles();
        html.close("section");
        why();
        findings();
        if (recommended && Phrases.breaking(run).isEmpty()) {
            html.open("section").element("h2", "To paste");
            html.element("p", "application-poolfit.yml, as it lies beside this page:", "class", "muted");
            html.block(SettingsPatch.of(run).lines().toList(), "tabindex", "0");
            html.close("section");
        }
    }

    private void blocking() {
        run.conclusion().findings().stream()
                .filter(finding -> finding.severity() == Severity.BLOCKING)
                .forEach(finding -> {
                    html.open("div", "class", "first").open("p");
                    html.inline("strong", "First:").text(" " + finding.advice()).close("p");
                    evidence(finding);
                    html.close("div");
                });
    }

    private void headline() {
        Optional<Performance> answer = run.conclusion().recommended();
        Optional<String> breaking = Phrases.breaking(run);
        if (breaking.isPresent()) {
            html.element("h1", breaking.get());
            html.element("p", "The load: " + run.question().load() + ".", "class", "lead");
            return;
        }
        if (!recommended || answer.isEmpty()) {
            boolean unreachable = run.conclusion().outcome() == Outcome.UNREACHABLE;
            html.element("h1", unreachable ? "No setting that was searched reaches the goal." : "No verdict yet.");
            html.element(
                    "p",
                    (unreachable ? "The goal: " : "The evidence does not decide the goal: ")
                            + Phrases.goal(run.question().goal()) + ".",
                    "class",
                    "lead");
            answer.ifPresent(nearest -> html.element(
                    "p",
                    "Nearest to it: " + Phrases.setting(run, nearest.settings()) + " with " + Phrases.figures(nearest)
                            + ".",
                    "class",
                    "lead"));
            return;
        }
        Performance chosen = answer.get();
        Settings tuned = Phrases.tuned(run, chosen.settings());
        boolean kept = run.conclusion()
                .baseline()
                .map(before -> Phrases.tuned(run, before.settings()).equals(tuned))
                .orElse(false);
        html.open("h1").text(kept ? "Keep" : "Set");
        String joint = "";
        for (var entry : tuned.values().entrySet()) {
            Knob knob = entry.getKey();
            html.text(joint + " ").inline("span", Phrases.property(knob), "class", "knob");
            html.text(kept ? " at " : " to ").inline("span", knob.text(entry.getValue()), "class", "value");
            joint = " and";
        }
        html.text(".").close("h1");
        html.open("p", "class", "lead")
                .inline("strong", Figures.rate(chosen.throughput().mean()))
                .text(", with 95 % confidence " + Figures.range(chosen.throughput()) + ", over "
                        + Phrases.count(chosen.trials(), "trial") + ". The goal was: "
                        + Phrases.goal(run.question().goal()) + ".")
                .close("p");
    }

    private void limit() {
        ModelText.limit(run)
                .ifPresent(bound -> html.open("p", "class", "lead")
                        .text("Limited by: ")
                        .inline("strong", bound.words())
                        .text(", says the model.")
                        .close("p"));
    }

    private void tiles() {
        Optional<Performance> answer = run.conclusion().recommended();
        if (answer.isEmpty()) {
            return;
        }
        Performance after = answer.get();
        Optional<Performance> before = run.conclusion().baseline();
        html.open("dl", "class", "tiles", "aria-label", recommended ? "Before and after" : "Nearest to the goal");
        tile(
                "Throughput",
                Figures.rate(after.throughput().mean()),
                before.map(each -> Figures.rate(each.throughput().mean())));
        tile(
                "p99",
                Figures.millis(after.p99Ms().mean()),
                before.map(each -> Figures.millis(each.p99Ms().mean())));
        tile(
                "Errors",
                Figures.percent(after.errorRate().mean()),
                before.map(each -> Figures.percent(each.errorRate().mean())));
        if (after.settings().has(Knob.POOL)) {
            tile(
                    "Connections",
                    Knobs.text(Knob.POOL, after.settings()),
                    before.filter(each -> each.settings().has(Knob.POOL))
                            .map(each -> Knobs.text(Knob.POOL, each.settings())));
        }
        html.close("dl");
    }

    private void tile(String label, String value, Optional<String> before) {
        html.open("div").element("dt", label);
        html.element("dd", value, "class", "now");
        before.ifPresent(was -> html.element("dd", was.equals(value) ? "as before" : "was " + was, "class", "was"));
        html.close("div");
    }

    private void why() {
        html.open("section").element("h2", recommended ? "Why this setting" : "Why");
        new HtmlComparison(run, html).write();
        html.open("div", "class", "prose");
        Comparison.gain(run).ifPresent(gain -> html.element("p", gain));
        run.conclusion().reasons().forEach(reason -> html.element("p", reason));
        Phrases.ceiling(run).ifPresent(ceiling -> html.element("p", "The ceiling is " + ceiling + "."));
        html.close("div", "section");
    }

    private void findings() {
        var others = run.conclusion().findings().stream()
                .filter(finding -> finding.severity() != Severity.BLOCKING)
                .toList();
        if (others.isEmpty()) {
            return;
        }
        html.open("section").element("h2", "What else the evidence shows").open("ul", "class", "findings");
        for (Finding finding : others) {
            html.open("li", "class", Phrases.severity(finding.severity())).open("h3");
            html.text(Phrases.words(finding.rule()) + " ")
                    .inline("span", Phrases.severity(finding.severity()), "class", "tag")
                    .close("h3");
            html.element("p", finding.advice());
            evidence(finding);
            html.close("li");
        }
        html.close("ul", "section");
    }

    private void evidence(Finding finding) {
        if (!finding.evidence().isEmpty()) {
            html.element("p", Phrases.evidence(finding), "class", "evidence");
        }
    }
}
