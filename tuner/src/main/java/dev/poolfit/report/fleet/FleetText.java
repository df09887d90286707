package dev.poolfit.report.fleet;

import dev.poolfit.report.Ansi;
import dev.poolfit.report.Columns;
import dev.poolfit.report.Language;
import dev.poolfit.report.TextTable;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.fleet.PoolSizing;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Writes the answer for a terminal of 80 columns: the verdict first, then a row for each pool. */
public final class FleetText {
    private static final int LONGEST_NAME = 26;

    private final FleetWords words;
    private final SizedFleet fleet;
    private final Language language;
    private final Ansi ansi;
    private final List<String> lines = new ArrayList<>();

    private FleetText(SizedFleet fleet, Language language, boolean colour) {
        words = new FleetWords(fleet.sizing(), language, fleet.zone());
        this.fleet = fleet;
        this.language = language;
        ansi = colour ? Ansi.COLOURED : Ansi.PLAIN;
    }

    /**
     * Writes the text.
     *
     * @param place the place of the page
     * @param colour whether the reader is a terminal that shows colours
     */
    public static String of(SizedFleet fleet, Language language, String place, boolean colour) {
        var text = new FleetText(fleet, language, colour);
        text.words.verdict().forEach(each -> text.add("", each, text.ansi::bold));
        text.table();
        text.words.minutes().forEach(each -> text.add("  ", each, plain -> plain));
        text.settings();
        text.words.notes().forEach(each -> text.add("", each, text.ansi::faint));
        text.lines.add(language.text("report.place", Columns.clean(place)));
        return String.join("\n", text.lines) + "\n";
    }

    private void table() {
        lines.add("");
        lines.add(ansi.faint(words.heading(fleet.seconds())));
        var table = new TextTable(Set.of(0), words.columns());
        for (PoolSizing each : fleet.sizing().pools()) {
            var row = new ArrayList<>(words.row(each));
            row.set(0, Columns.truncate(Columns.clean(row.get(0)), LONGEST_NAME));
            table.add(row);
        }
        List<String> rows = table.lines(Columns.TERMINAL);
        lines.add(ansi.faint(rows.get(0)));
        lines.addAll(rows.subList(1, rows.size()));
        lines.add("");
    }

    private void settings() {
        lines.add("");
        List<String> settings = words.settings();
        if (!settings.isEmpty()) {
            settings.forEach(each -> lines.add(Columns.clean(each)));
            lines.add("");
        }
    }

    private void add(String indent, Message sentence, UnaryOperator<String> style) {
        String clean = Columns.clean(language.text(sentence));
        for (String line : Columns.wrap(clean, Columns.TERMINAL - indent.length())) {
            lines.add(indent + style.apply(line));
        }
    }
}
