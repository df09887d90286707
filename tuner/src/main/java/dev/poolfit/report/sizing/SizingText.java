package dev.poolfit.report.sizing;

import dev.poolfit.report.Ansi;
import dev.poolfit.report.Columns;
import dev.poolfit.report.Language;
import dev.poolfit.report.TextTable;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.sizing.Sizing;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Writes the answer for a terminal of 80 columns: the verdict first, then the waits by pool size. */
public final class SizingText {
    private final SizingWords words;
    private final WaitTable table;
    private final Sizing sizing;
    private final Language language;
    private final Ansi ansi;
    private final List<String> lines = new ArrayList<>();

    private SizingText(SizedService service, Language language, boolean colour) {
        words = new SizingWords(service, language);
        table = new WaitTable(service, language);
        sizing = service.sizing();
        this.language = language;
        ansi = colour ? Ansi.COLOURED : Ansi.PLAIN;
    }

    /**
     * Writes the text.
     *
     * @param place the place of the page
     * @param colour whether the reader is a terminal that shows colours
     */
    public static String of(SizedService service, Language language, String place, boolean colour) {
        var text = new SizingText(service, language, colour);
        text.add("", text.words.verdict(), text.ansi::bold);
        if (text.words.hasTraffic()) {
            text.words.evidence().forEach(each -> text.add("  ", each, plain -> plain));
            text.waits();
            text.needs();
            text.setting();
        }
        text.words.notes().forEach(each -> text.add("", each, text.ansi::faint));
        text.lines.add(language.text("report.place", Columns.clean(place)));
        return String.join("\n", text.lines) + "\n";
    }

    private void waits() {
        lines.add("");
        Columns.wrap(table.heading(), Columns.TERMINAL).forEach(line -> lines.add(ansi.faint(line)));
        var shown = new TextTable(Set.of(7), table.columns());
        table.rows().forEach(shown::add);
        List<String> rows = shown.lines(Columns.TERMINAL);
        lines.add(ansi.faint(rows.get(0)));
        lines.addAll(rows.subList(1, rows.size()));
    }

    private void needs() {
        lines.add("");
        var shown = new TextTable(
                Set.of(1), List.of(language.text("size.column.traffic"), language.text("size.column.needed")));
        sizing.needs().forEach(each -> shown.add(List.of(SizingWords.times(each.times()), words.interval(each))));
        List<String> rows = shown.lines(Columns.TERMINAL);
        lines.add(ansi.faint(rows.get(0)));
        lines.addAll(rows.subList(1, rows.size()));
    }

    private void setting() {
        lines.add("");
        if (sizing.answer().decided()) {
            lines.add("spring.datasource.hikari.maximum-pool-size: " + sizing.recommended());
            lines.add("");
        }
    }

    private void add(String indent, Message sentence, UnaryOperator<String> style) {
        for (String line : Columns.wrap(language.text(sentence), Columns.TERMINAL - indent.length())) {
            lines.add(indent + style.apply(line));
        }
    }
}
