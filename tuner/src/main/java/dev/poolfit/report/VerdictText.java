package dev.poolfit.report;

import dev.poolfit.model.Forecast;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Finding;
import dev.poolfit.verdict.Finding.Severity;
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
    private final List<String> lines = new ArrayList<>();

    private VerdictText(Run run, Ansi ansi) {
        this.run = run;
        this.ansi = ansi;
    }

    /**
     * The verdict on a run.
     *
     * @param place where the report lies, such as its folder
     * @param colour whether the reader is a terminal that shows colours
     */
    public static String of(Run run, Optional<String> place, boolean colour) {
        var text = new VerdictText(run, colour ? Ansi.COLOURED : Ansi.PLAIN);
        text.answer();
        if (Phrases.breaking(run).isEmpty()) {
            text.comparison();
            text.paragraphs("Why", run.conclusion().reasons());
        }
        Phrases.ceiling(run).ifPresent(ceiling -> text.paragraphs("Ceiling", List.of(ceiling + ".")));
        run.conclusion().forecast().ifPresent(text::model);
        text.findings();
        text.paragraphs("Not read", run.circumstances().missingProbes());
        text.paragraphs("Notes", run.circumstances().notes());
        text.effort(place);
        return String.join("\n", text.lines) + "\n";
    }

    private void answer() {
        Outcome outcome = run.conclusion().outcome();
        for (Finding finding : run.conclusion().findings()) {
            if (finding.severity() == Severity.BLOCKING) {
                add("First: ", finding.advice(), ansi::alarm);
                evidence("       ", finding);
            }
        }
        var recommended = run.conclusion().recommended();
        Optional<String> breaking = Phrases.breaking(run);
        if (breaking.isPresent()) {
            add("", breaking.get(), outcome == Outcome.RECOMMENDED ? ansi::good : ansi::warning);
        } else if (outcome == Outcome.RECOMMENDED && recommended.isPresent()) {
            String setting = Phrases.setting(run, recommended.get().settings());
            String figures = Phrases.figures(recommended.get());
            if (Columns.width(setting + figures) + 3 <= COLUMNS) {
                lines.add(ansi.good(setting) + " — " + figures);
            } else {
                add("", setting, ansi::good);
                add("  ", figures, text -> text);
            }
        } else {
            add("", Phrases.outcome(run), outcome == Outcome.UNREACHABLE ? ansi::alarm : ansi::warning);
        }
    }

    private void comparison() {
        var goal = run.question().goal();
        var knobs = Knobs.shown(run);
        var heading = new ArrayList<>(List.of(""));
        knobs.forEach(knob -> heading.add(knob.key()));
        heading.addAll(List.of("rate/s", "95 %", "p99", "errors", ""));
        var table = new TextTable(Set.of(0, heading.size() - 1), heading);
        Comparison.of(run).forEach((label, each) -> {
            var row = new ArrayList<>(List.of(label));
            knobs.forEach(knob -> row.add(Knobs.text(knob, each.settings())));
            row.add(Figures.number(each.throughput().mean()));
            row.add(Figures.range(each.throughput()));
            row.add(Figures.millis(each.p99Ms().mean()));
            row.add(Figures.percent(each.errorRate().mean()));
            row.add(Phrases.standing(each.standing(), goal));
            table.add(row);
        });
        var rows = table.lines(COLUMNS - 2);
        if (rows.size() > 1) {
            lines.add("");
            lines.add("  " + ansi.faint(rows.get(0)));
            rows.stream().skip(1).forEach(row -> lines.add("  " + row));
        }
        Comparison.gain(run).ifPresent(gain -> add("  ", gain, text -> text));
    }

    private void findings() {
        var others = run.conclusion().findings().stream()
                .filter(finding -> finding.severity() != Severity.BLOCKING)
                .toList();
        if (others.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(ansi.bold("Findings"));
        for (Finding finding : others) {
            add(
                    "  ",
                    finding.rule() + " (" + Phrases.severity(finding.severity()) + "): " + finding.advice(),
                    text -> text);
            evidence("    ", finding);
        }
    }

    private void model(Forecast forecast) {
        paragraphs(
                "Model",
                forecast.explains()
                        ? List.of(forecast.statement())
                        : List.of(ModelText.UNEXPLAINED, forecast.statement()));
    }

    private void evidence(String indent, Finding finding) {
        if (!finding.evidence().isEmpty()) {
            add(indent, Phrases.evidence(finding), ansi::faint);
        }
    }

    private void paragraphs(String heading, List<String> paragraphs) {
        if (paragraphs.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(ansi.bold(heading));
        paragraphs.forEach(each -> add("  ", each, text -> text));
    }

    private void effort(Optional<String> place) {
        lines.add("");
        add(
                "",
                Phrases.count(run.trials().size(), "trial") + ", "
                        + Figures.length(run.circumstances().loadSeconds()) + " of load, "
                        + Figures.length(run.circumstances().totalSeconds()) + " in all.",
                ansi::faint);
        place.ifPresent(where -> lines.add("Report: " + Columns.clean(where)));
    }

    private void add(String indent, String text, UnaryOperator<String> style) {
        var wrapped = Columns.wrap(Columns.clean(text), COLUMNS - indent.length());
        lines.add(indent + style.apply(wrapped.get(0)));
        wrapped.stream().skip(1).forEach(line -> lines.add(" ".repeat(indent.length()) + style.apply(line)));
    }
}
