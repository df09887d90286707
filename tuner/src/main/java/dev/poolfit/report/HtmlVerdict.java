package dev.poolfit.report;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Sentence;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Finding;
import dev.poolfit.verdict.Finding.Severity;
import dev.poolfit.verdict.Performance;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The upper part of the page: the answer, what it changes, why, and what else the evidence shows. */
final class HtmlVerdict {
    private final Run run;
    private final Html html;
    private final Language say;
    private final Figures figures;
    private final Phrases phrases;
    private final boolean recommended;

    HtmlVerdict(Run run, Html html, Language say) {
        this.run = run;
        this.html = html;
        this.say = say;
        figures = new Figures(say);
        phrases = new Phrases(say);
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
            html.open("section").element("h2", say.say("paste.heading"));
            html.element("p", say.say("paste.where"), "class", "muted");
            html.block(SettingsPatch.of(run, say).lines().toList(), "tabindex", "0");
            html.close("section");
        }
    }

    private void blocking() {
        run.conclusion().findings().stream()
                .filter(finding -> finding.severity() == Severity.BLOCKING)
                .forEach(finding -> {
                    html.open("div", "class", "first").open("p");
                    html.inline("strong", say.say("finding.first"))
                            .text(" " + say.say(finding.advice()))
                            .close("p");
                    evidence(finding);
                    html.close("div");
                });
    }

    private void headline() {
        Optional<Performance> answer = run.conclusion().recommended();
        Optional<Sentence> breaking = Phrases.breaking(run);
        if (breaking.isPresent()) {
            html.element("h1", say.say(breaking.get()));
            html.element("p", say.say("lead.load", run.question().load()), "class", "lead");
            return;
        }
        if (!recommended || answer.isEmpty()) {
            boolean unreachable = run.conclusion().outcome() == Outcome.UNREACHABLE;
            html.element("h1", say.say(unreachable ? "headline.unreachable" : "headline.inconclusive"));
            html.element(
                    "p",
                    say.say(
                            unreachable ? "lead.unreachable" : "lead.inconclusive",
                            phrases.goal(run.question().goal())),
                    "class",
                    "lead");
            answer.ifPresent(nearest -> html.element(
                    "p",
                    say.say("lead.nearest", Phrases.setting(run, nearest.settings()), phrases.figures(nearest)),
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
                        say.words(kept ? "headline.keep" : "headline.set"),
                        () -> knobs(
                                List.copyOf(tuned.values().entrySet()),
                                kept ? "headline.keep.knob" : "headline.set.knob"))
                .close("h1");
        html.open("p", "class", "lead")
                .inline("strong", figures.rate(chosen.throughput().mean()))
                .text(say.say(
                        "lead.recommended",
                        figures.range(chosen.throughput()),
                        chosen.trials(),
                        phrases.goal(run.question().goal())))
                .close("p");
    }

    private void knobs(List<Map.Entry<Knob, Long>> entries, String words) {
        Knob knob = entries.get(0).getKey();
        Runnable first = () -> html.words(
                say.words(words),
                () -> html.inline("span", Phrases.property(knob), "class", "knob"),
                () -> html.inline("span", knob.text(entries.get(0).getValue()), "class", "value"));
        if (entries.size() == 1) {
            first.run();
        } else {
            html.words(say.words("headline.join"), first, () -> knobs(entries.subList(1, entries.size()), words));
        }
    }

    private void limit() {
        ModelText.limit(run)
                .ifPresent(bound -> html.open("p", "class", "lead")
                        .words(say.words("lead.limit"), () -> html.inline("strong", say.say(bound)))
                        .close("p"));
    }

    private void tiles() {
        Optional<Performance> answer = run.conclusion().recommended();
        if (answer.isEmpty()) {
            return;
        }
        Performance after = answer.get();
        Optional<Performance> before = run.conclusion().baseline();
        html.open("dl", "class", "tiles", "aria-label", say.say(recommended ? "tiles.before-after" : "tiles.nearest"));
        tile(
                say.say("column.throughput"),
                figures.rate(after.throughput().mean()),
                before.map(each -> figures.rate(each.throughput().mean())));
        tile(
                say.say("column.p99"),
                figures.millis(after.p99Ms().mean()),
                before.map(each -> figures.millis(each.p99Ms().mean())));
        tile(
                say.say("tiles.errors"),
                figures.percent(after.errorRate().mean()),
                before.map(each -> figures.percent(each.errorRate().mean())));
        if (after.settings().has(Knob.POOL)) {
            tile(
                    say.say("tiles.connections"),
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
                "dd", was.equals(value) ? say.say("tiles.as-before") : say.say("tiles.was", was), "class", "was"));
        html.close("div");
    }

    private void why() {
        html.open("section").element("h2", say.say(recommended ? "why.this-setting" : "why"));
        new HtmlComparison(run, html, say).write();
        html.open("div", "class", "prose");
        Comparison.gain(run).ifPresent(gain -> html.element("p", say.say(gain)));
        say.say(run.conclusion().reasons()).forEach(reason -> html.element("p", reason));
        phrases.ceiling(run).ifPresent(ceiling -> html.element("p", say.say("ceiling.sentence", ceiling)));
        html.close("div", "section");
    }

    private void findings() {
        var others = run.conclusion().findings().stream()
                .filter(finding -> finding.severity() != Severity.BLOCKING)
                .toList();
        if (others.isEmpty()) {
            return;
        }
        html.open("section").element("h2", say.say("findings.heading")).open("ul", "class", "findings");
        for (Finding finding : others) {
            html.open("li", "class", Phrases.key(finding.severity())).open("h3");
            html.text(phrases.rule(finding) + " ")
                    .inline("span", say.say(finding.severity()), "class", "tag")
                    .close("h3");
            html.element("p", say.say(finding.advice()));
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
