package dev.poolfit.report.live;

import dev.poolfit.report.Ansi;
import dev.poolfit.report.Columns;
import dev.poolfit.report.Language;
import dev.poolfit.report.TextTable;
import dev.poolfit.units.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Writes the answer for a terminal of 80 columns: the verdict first, then the sizes that took turns. */
public final class LiveText {
    private final List<String> lines = new ArrayList<>();
    private final Language language;

    private LiveText(Language language) {
        this.language = language;
    }

    /**
     * Writes the text.
     *
     * @param place the place of the page
     * @param colour whether the reader is a terminal that shows colours
     */
    public static String of(TunedLive tuned, Language language, String place, boolean colour) {
        var words = new LiveWords(tuned, language);
        Ansi ansi = colour ? Ansi.COLOURED : Ansi.PLAIN;
        var text = new LiveText(language);
        text.add("", words.verdict(), ansi::bold);
        words.evidence().forEach(each -> text.add("  ", each, plain -> plain));
        if (!tuned.descent().tried().isEmpty()) {
            text.lines.add("");
            text.lines.add(ansi.faint(words.heading()));
            var table = new TextTable(Set.of(4), words.columns());
            tuned.descent().tried().forEach(each -> table.add(words.row(each)));
            List<String> rows = table.lines(Columns.TERMINAL);
            text.lines.add(ansi.faint(rows.get(0)));
            text.lines.addAll(rows.subList(1, rows.size()));
        }
        text.lines.add("");
        if (tuned.decided()) {
            text.lines.add("spring.datasource.hikari.maximum-pool-size: " + tuned.size());
            words.setting().ifPresent(each -> text.add("", each, plain -> plain));
            text.lines.add("");
        }
        words.notes().forEach(each -> text.add("", each, ansi::faint));
        text.lines.add(language.text("report.place", Columns.clean(place)));
        return String.join("\n", text.lines) + "\n";
    }

    private void add(String indent, Message sentence, UnaryOperator<String> style) {
        for (String line : Columns.wrap(language.text(sentence), Columns.TERMINAL - indent.length())) {
            lines.add(indent + style.apply(line));
        }
    }
}
