package dev.poolfit.report;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Conclusion.Choice;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The upper part of the page: the answer, what it changes, why, and what else the evidence shows. */
final class HtmlVerdict {
    private final Run run;
    private final Html html;
    private final Language language;
    private final Figures figures;
    private final Phrases phrases;
    private final boolean recommended;

    HtmlVerdict(Run run, Html html, Language language) {
        this.run = run;
        this.html = html;
        this.language = language;
        figures = new Figures(language);
        phrases = new Phrases(language);
        recommended = run.conclusion().outcome() == Outcome.RECOMMENDED
                && run.conclusion().recommended().isPresent();
    }

    void upper() {
        answer();
        html.close("section");
        why();
    }

    void write() {
        answer();
        limit();
        tiles();
        html.close("section");
        why();
        findings();
        if (recommended && Phrases.breaking(run).isEmpty()) {
            html.open("section").element("h2", language.text("paste.heading"));
            html.element("p", language.text("paste.where"), "class", "muted");
            html.block(SettingsPatch.of(run, language).lines().toList(), "tabindex", "0");
            html.close("section");
        }
    }

    private void answer() {
        html.open(
                "section",
                "class",
                "verdict " + run.conclusion().outcome().name().toLowerCase(Locale.ROOT));
        blocking();
        headline();
    }

    private void blocking() {
        run.conclusion().findings().stream()
                .filter(finding -> finding.severity() == Severity.BLOCKING)
                .forEach(finding -> {
                    html.open("div", "class", "first").open("p");
                    html.inline("strong", language.text("finding.first"))
                            .text(" " + language.text(finding.advice()))
                            .close("p");
                    evidence(finding);
                    html.close("div");
                });
    }

    private void headline() {
        Optional<Performance> answer = run.conclusion().recommended();
        Optional<Message> breaking = Phrases.breaking(run);
        if (breaking.isPresent()) {
            html.element("h1", language.text(breaking.get()));
            html.element("p", language.text("lead.load", run.question().load()), "class", "lead");
            return;
        }
        if (!recommended || answer.isEmpty()) {
            boolean unreachable = run.conclusion().outcome() == Outcome.UNREACHABLE;
            html.element(
                    "h1",
                    language.text(
                            Phrases.mayDeadlock(run)
                                    ? "headline.may-deadlock"
                                    : unreachable ? "headline.unreachable" : "headline.inconclusive"));
            html.element(
                    "p",
                    language.text(
                            unreachable
                                    ? "lead.unreachable"
                                    : Phrases.nearestMeets(run) ? "lead.inconclusive-smallest" : "lead.inconclusive",
                            phrases.goal(run.question().goal())),
                    "class",
                    "lead");
            answer.ifPresent(nearest -> html.element(
                    "p",
                    language.text("lead.nearest", Phrases.setting(run, nearest.settings()), phrases.figures(nearest)),
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
        html.open("h1")
                .words(
                        language.words(kept ? "headline.keep" : "headline.set"),
                        () -> knobs(
                                tuned, List.copyOf(tuned.knobs()), kept ? "headline.keep.knob" : "headline.set.knob"))
                .close("h1");
        html.open("p", "class", "lead")
                .inline("strong", figures.rate(chosen.throughput().mean()))
                .text(language.text(
                        "lead.recommended",
                        figures.range(chosen.throughput()),
                        chosen.trials(),
                        phrases.goal(run.question().goal())))
                .close("p");
    }

    private void knobs(Settings settings, List<Knob> knobs, String words) {
        Knob knob = knobs.get(0);
        Runnable first = () -> html.words(
                language.words(words),
                () -> html.inline("span", Phrases.property(run, knob), "class", "knob"),
                () -> html.inline("span", settings.text(knob), "class", "value"));
        if (knobs.size() == 1) {
            first.run();
        } else {
            html.words(
                    language.words("headline.join"),
                    first,
                    () -> knobs(settings, knobs.subList(1, knobs.size()), words));
        }
    }

    private void limit() {
        ModelText.limit(run)
                .ifPresent(bound -> html.open("p", "class", "lead")
                        .words(language.words("lead.limit"), () -> html.inline("strong", language.text(bound)))
                        .close("p"));
    }

    private void tiles() {
        Optional<Performance> answer = run.conclusion().recommended();
        if (answer.isEmpty()) {
            return;
        }
        Performance after = answer.get();
        Choice choice = run.conclusion().choice();
        Optional<Performance> before = choice.baseline().filter(each -> choice.baselineCounts() && !choice.apart());
        html.open(
                "dl",
                "class",
                "tiles",
                "aria-label",
                language.text(recommended ? "tiles.before-after" : "tiles.nearest"));
        tile(
                language.text("column.throughput"),
                figures.rate(after.throughput().mean()),
                before.map(each -> figures.rate(each.throughput().mean())));
        tile(
                language.text("column.p99"),
                figures.millis(after.p99Ms().told()),
                before.map(each -> figures.millis(each.p99Ms().told())));
        tile(
                language.text("tiles.errors"),
                figures.percent(after.errorRate().mean()),
                before.map(each -> figures.percent(each.errorRate().mean())));
        if (after.settings().has(Knob.POOL)) {
            tile(
                    language.text("tiles.connections"),
                    Knobs.text(Knob.POOL, after.settings()),
                    before.filter(each -> each.settings().has(Knob.POOL))
                            .map(each -> Knobs.text(Knob.POOL, each.settings())));
        }
        html.close("dl");
    }

    private void tile(String label, String value, Optional<String> before) {
        html.open("div").element("dt", label);
        html.element("dd", value, "class", "now");
        before.ifPresent(was -> html.element(
                "dd",
                was.equals(value) ? language.text("tiles.as-before") : language.text("tiles.was", was),
                "class",
                "was"));
        html.close("div");
    }

    private void why() {
        html.open("section").element("h2", language.text(recommended ? "why.this-setting" : "why"));
        new HtmlComparison(run, html, language).write();
        html.open("div", "class", "prose");
        Comparison.gain(run).ifPresent(gain -> html.element("p", language.text(gain)));
        language.text(ReasonWords.of(run)).forEach(reason -> html.element("p", reason));
        phrases.ceiling(run).ifPresent(ceiling -> html.element("p", language.text("ceiling.sentence", ceiling)));
        html.close("div", "section");
    }

    private void findings() {
        var others = run.conclusion().findings().stream()
                .filter(finding -> finding.severity() != Severity.BLOCKING)
                .toList();
        if (others.isEmpty()) {
            return;
        }
        html.open("section").element("h2", language.text("findings.heading")).open("ul", "class", "findings");
        for (Finding finding : others) {
            html.open("li", "class", Phrases.key(finding.severity())).open("h3");
            html.text(phrases.rule(finding) + " ")
                    .inline("span", language.text(finding.severity()), "class", "tag")
                    .close("h3");
            html.element("p", language.text(finding.advice()));
            evidence(finding);
            html.close("li");
        }
        html.close("ul", "section");
    }

    private void evidence(Finding finding) {
        if (!finding.evidence().isEmpty()) {
            html.element("p", phrases.evidence(finding), "class", "evidence");
        }
    }
}
