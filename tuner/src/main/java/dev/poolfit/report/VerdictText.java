package dev.poolfit.report;

import dev.poolfit.model.Forecast;
import dev.poolfit.units.Sentence;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Finding;
import dev.poolfit.verdict.Finding.Severity;
import dev.poolfit.verdict.Revisits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The verdict in plain words for a terminal of 100 columns, the answer in the first line. */
public final class VerdictText {
    private static final int COLUMNS = 100;

    private final Run run;
    private final Ansi ansi;
    private final Language say;
    private final Figures figures;
    private final Phrases phrases;
    private final List<String> lines = new ArrayList<>();

    private VerdictText(Run run, Ansi ansi, Language say) {
        this.run = run;
        this.ansi = ansi;
        this.say = say;
        figures = new Figures(say);
        phrases = new Phrases(say);
    }

    /**
     * The verdict on a run.
     *
     * @param say the reader's language
     * @param place where the report lies, such as its folder
     * @param colour whether the reader is a terminal that shows colours
     */
    public static String of(Run run, Language say, Optional<String> place, boolean colour) {
        var text = new VerdictText(run, colour ? Ansi.COLOURED : Ansi.PLAIN, say);
        text.answer();
        if (Phrases.breaking(run).isEmpty()) {
            text.comparison();
            text.paragraphs("why", say.say(run.conclusion().reasons()));
        }
        text.phrases
                .ceiling(run)
                .ifPresent(
                        ceiling -> text.paragraphs("ceiling.heading", List.of(say.say("ceiling.paragraph", ceiling))));
        run.conclusion().forecast().ifPresent(text::model);
        run.revisits().ifPresent(text::earlier);
        text.findings();
        text.paragraphs("method.not-read", say.say(run.circumstances().missingProbes()));
        text.paragraphs("method.notes", say.say(run.circumstances().notes()));
        text.effort(place);
        return String.join("\n", text.lines) + "\n";
    }

    private void answer() {
        Outcome outcome = run.conclusion().outcome();
        for (Finding finding : run.conclusion().findings()) {
            if (finding.severity() == Severity.BLOCKING) {
                String first = say.say("finding.first") + " ";
                add(first, say.say(finding.advice()), ansi::alarm);
                evidence(" ".repeat(Columns.width(first)), finding);
            }
        }
        var recommended = run.conclusion().recommended();
        Optional<Sentence> breaking = Phrases.breaking(run);
        if (breaking.isPresent()) {
            add("", say.say(breaking.get()), outcome == Outcome.RECOMMENDED ? ansi::good : ansi::warning);
        } else if (outcome == Outcome.RECOMMENDED && recommended.isPresent()) {
            String setting = Phrases.setting(run, recommended.get().settings());
            String figures = phrases.figures(recommended.get());
            if (Columns.width(setting + figures) + 3 <= COLUMNS) {
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
        heading.addAll(List.of(say.say("column.rate-s"), "95 %", say.say("column.p99"), say.say("column.errors"), ""));
        var table = new TextTable(Set.of(0, heading.size() - 1), heading);
        rows.forEach((which, each) -> {
            var row = new ArrayList<>(List.of(say.say(which)));
            knobs.forEach(knob -> row.add(Knobs.text(knob, each.settings())));
            row.add(figures.number(each.throughput().mean()));
            row.add(figures.range(each.throughput()));
            row.add(figures.millis(each.p99Ms().mean()));
            row.add(figures.percent(each.errorRate().mean()));
            row.add(phrases.standing(each.standing(), goal));
            table.add(row);
        });
        var shown = table.lines(COLUMNS - 2);
        if (!rows.isEmpty()) {
            lines.add("");
            lines.add("  " + ansi.faint(shown.get(0)));
            shown.stream().skip(1).forEach(row -> lines.add("  " + row));
        }
        Comparison.gain(run).ifPresent(gain -> add("  ", say.say(gain), text -> text));
    }

    private void findings() {
        var others = run.conclusion().findings().stream()
                .filter(finding -> finding.severity() != Severity.BLOCKING)
                .toList();
        if (others.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(ansi.bold(say.say("findings.title")));
        for (Finding finding : others) {
            add(
                    "  ",
                    say.say(
                            "finding.line",
                            phrases.ruleName(finding),
                            say.say(finding.severity()),
                            say.say(finding.advice())),
                    text -> text);
            evidence("    ", finding);
        }
    }

    private void model(Forecast forecast) {
        paragraphs(
                "model.title",
                forecast.explains()
                        ? List.of(say.say(forecast.statement()))
                        : List.of(say.say("model.unexplained"), say.say(forecast.statement())));
    }

    private void evidence(String indent, Finding finding) {
        if (!finding.evidence().isEmpty()) {
            add(indent, phrases.evidence(finding), ansi::faint);
        }
    }

    private void earlier(Revisits revisits) {
        var words = new EarlierText(revisits, say);
        var table = new TextTable(Set.of(), words.headings());
        revisits.rows().forEach(row -> table.add(words.cells(row)));
        lines.add("");
        lines.add(ansi.bold(say.say("earlier.heading", revisits.title())));
        List<String> rows = table.lines(COLUMNS - 2);
        lines.add("  " + ansi.faint(rows.get(0)));
        rows.stream().skip(1).forEach(row -> lines.add("  " + row));
        words.foretold().ifPresent(sentence -> add("  ", sentence, plain -> plain));
    }

    private void paragraphs(String heading, List<String> paragraphs) {
        if (paragraphs.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(ansi.bold(say.say(heading)));
        paragraphs.forEach(each -> add("  ", each, text -> text));
    }

    private void effort(Optional<String> place) {
        lines.add("");
        add(
                "",
                say.say(
                        "effort",
                        run.trials().size(),
                        figures.length(run.circumstances().loadSeconds()),
                        figures.length(run.circumstances().totalSeconds())),
                ansi::faint);
        place.ifPresent(where -> lines.add(say.say("report.place", Columns.clean(where))));
    }

    private void add(String indent, String text, UnaryOperator<String> style) {
        var wrapped = Columns.wrap(Columns.clean(text), COLUMNS - Columns.width(indent));
        lines.add(indent + style.apply(wrapped.get(0)));
        wrapped.stream().skip(1).forEach(line -> lines.add(" ".repeat(Columns.width(indent)) + style.apply(line)));
    }
}
