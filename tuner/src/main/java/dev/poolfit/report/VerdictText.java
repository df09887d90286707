package dev.poolfit.report;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.model.fit.Forecast;
import dev.poolfit.plan.NamedRule;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.earlier.ReferenceComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The verdict in plain words for a terminal of 80 columns, the answer in the first line. */
public final class VerdictText {
    private final Run run;
    private final Ansi ansi;
    private final Language language;
    private final Figures figures;
    private final Phrases phrases;
    private final List<String> lines = new ArrayList<>();

    private VerdictText(Run run, Ansi ansi, Language language) {
        this.run = run;
        this.ansi = ansi;
        this.language = language;
        figures = new Figures(language);
        phrases = new Phrases(language);
    }

    /**
     * Writes the verdict on a run.
     *
     * @param language the reader's language
     * @param place the place of the report, such as its folder
     * @param colour whether the reader is a terminal that shows colours
     */
    public static String of(Run run, Language language, Optional<String> place, boolean colour) {
        var text = new VerdictText(run, colour ? Ansi.COLOURED : Ansi.PLAIN, language);
        text.answer();
        if (Phrases.breaking(run).isEmpty()) {
            text.comparison();
            text.paragraphs("why", language.text(ReasonWords.of(run)));
        }
        text.phrases
                .ceiling(run)
                .ifPresent(ceiling ->
                        text.paragraphs("ceiling.heading", List.of(language.text("ceiling.paragraph", ceiling))));
        run.conclusion().forecast().ifPresent(text::model);
        run.revisits().ifPresent(text::earlier);
        text.findings();
        text.paragraphs("method.not-read", language.text(run.circumstances().missingProbes()));
        text.paragraphs("method.notes", language.text(run.circumstances().notes()));
        text.effort(place);
        return String.join("\n", text.lines) + "\n";
    }

    private void answer() {
        Outcome outcome = run.conclusion().outcome();
        for (Finding finding : run.conclusion().findings()) {
            if (finding.severity() == Severity.BLOCKING) {
                String first = language.text("finding.first") + " ";
                add(first, language.text(finding.advice()), ansi::alarm);
                evidence(" ".repeat(Columns.width(first)), finding);
            }
        }
        var recommended = run.conclusion().recommended();
        Optional<Message> breaking = Phrases.breaking(run);
        if (breaking.isPresent()) {
            add("", language.text(breaking.get()), outcome == Outcome.RECOMMENDED ? ansi::good : ansi::warning);
        } else if (outcome == Outcome.RECOMMENDED && recommended.isPresent()) {
            String setting = Phrases.setting(run, recommended.get().settings());
            String figures = phrases.figures(recommended.get());
            if (Columns.width(setting + figures) + 3 <= Columns.TERMINAL) {
                lines.add(ansi.good(setting) + " — " + figures);
            } else {
                add("", setting, ansi::good);
                add("  ", figures, text -> text);
            }
        } else {
            add("", phrases.outcome(run), outcome == Outcome.UNREACHABLE ? ansi::alarm : ansi::warning);
        }
    }

    private void comparison() {
        var goal = run.question().goal();
        var rows = Comparison.of(run);
        var knobs = Knobs.differing(run, rows.values());
        var heading = new ArrayList<>(List.of(""));
        knobs.forEach(knob -> heading.add(knob.key()));
        heading.addAll(List.of(
                language.text("column.rate-s"),
                "95 %",
                language.text("column.p99"),
                language.text("column.errors"),
                ""));
        var table = new TextTable(Set.of(0, heading.size() - 1), heading);
        rows.forEach((which, each) -> {
            var row = new ArrayList<>(List.of(language.text(which)));
            knobs.forEach(knob -> row.add(Knobs.text(knob, each.settings())));
            row.add(figures.number(each.throughput().mean()));
            row.add(figures.range(each.throughput()));
            row.add(figures.millis(each.p99Ms().told()));
            row.add(figures.percent(each.errorRate().mean()));
            row.add(phrases.standing(each.standing(), goal));
            table.add(row);
        });
        var shown = table.lines(Columns.TERMINAL - 2);
        if (!rows.isEmpty()) {
            lines.add("");
            lines.add("  " + ansi.faint(shown.get(0)));
            shown.stream().skip(1).forEach(row -> lines.add("  " + row));
        }
        Comparison.gain(run).ifPresent(gain -> add("  ", language.text(gain), text -> text));
    }

    private void findings() {
        var others = run.conclusion().findings().stream()
                .filter(finding -> finding.severity() != Severity.BLOCKING)
                .toList();
        if (others.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(ansi.bold(language.text("findings.title")));
        for (Finding finding : others) {
            add(
                    "  ",
                    language.text(
                            "finding.line",
                            phrases.ruleName(finding),
                            language.text(finding.severity()),
                            language.text(finding.advice())),
                    text -> text);
            evidence("    ", finding);
        }
    }

    private void model(Forecast forecast) {
        paragraphs(
                "model.title",
                forecast.explains()
                        ? List.of(language.text(forecast.statement()))
                        : List.of(language.text("model.unexplained"), language.text(forecast.statement())));
    }

    private void evidence(String indent, Finding finding) {
        if (!finding.evidence().isEmpty()) {
            add(indent, phrases.evidence(finding), ansi::faint);
        }
    }

    private void earlier(ReferenceComparison revisits) {
        var words = new EarlierText(revisits, language);
        var table = new TextTable(Set.of(), words.headings());
        revisits.rows().forEach(row -> table.add(words.cells(row)));
        lines.add("");
        lines.add(ansi.bold(language.text("earlier.heading", revisits.title())));
        List<String> rows = table.lines(Columns.TERMINAL - 2);
        lines.add("  " + ansi.faint(rows.get(0)));
        rows.stream().skip(1).forEach(row -> lines.add("  " + row));
        words.predicted().ifPresent(sentence -> add("  ", sentence, plain -> plain));
    }

    private void paragraphs(String heading, List<String> paragraphs) {
        if (paragraphs.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(ansi.bold(language.text(heading)));
        paragraphs.forEach(each -> add("  ", each, text -> text));
    }

    private void effort(Optional<String> place) {
        lines.add("");
        add(
                "",
                language.text(
                        "effort",
                        run.trials().size(),
                        figures.length(run.circumstances().loadSeconds()),
                        figures.length(run.circumstances().totalSeconds())),
                ansi::faint);
        List<NamedRule> ended = run.conclusion().trace().chain().rules();
        if (!ended.isEmpty()) {
            add(
                    "",
                    language.text(
                            "effort.ended",
                            new RuleText(language)
                                    .ended(run.conclusion().trace().chain())),
                    ansi::faint);
            new RuleText(language)
                    .notPaid(run.conclusion().trace())
                    .forEach(each -> add("", language.text("effort.not-paid", each), ansi::faint));
        }
        place.ifPresent(where -> lines.add(language.text("report.place", Columns.clean(where))));
    }

    private void add(String indent, String text, UnaryOperator<String> style) {
        var wrapped = Columns.wrap(Columns.clean(text), Columns.TERMINAL - Columns.width(indent));
        lines.add(indent + style.apply(wrapped.get(0)));
        wrapped.stream().skip(1).forEach(line -> lines.add(" ".repeat(Columns.width(indent)) + style.apply(line)));
    }
}
