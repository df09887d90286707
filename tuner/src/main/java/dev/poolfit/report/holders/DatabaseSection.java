package dev.poolfit.report.holders;

import dev.poolfit.database.DatabaseReport;
import dev.poolfit.database.StatementLoad;
import dev.poolfit.report.Columns;
import dev.poolfit.report.Figures;
import dev.poolfit.report.Html;
import dev.poolfit.report.Language;
import dev.poolfit.report.TextTable;
import dev.poolfit.units.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Writes what the database told of itself, for a terminal and for a page. */
final class DatabaseSection {
    private static final int MOST_LINES = 3;
    private static final int LONGEST_SHAPE = 40;

    private final DatabaseReport report;
    private final Language language;
    private final Figures figures;

    DatabaseSection(DatabaseReport report, Language language) {
        this.report = report;
        this.language = language;
        this.figures = new Figures(language);
    }

    /** Returns the lines, of at most 80 columns each. */
    List<String> lines() {
        var lines = new ArrayList<String>();
        if (!report.statements().isEmpty()) {
            var table = new TextTable(
                    Set.of(0), columns().stream().map(language::text).toList());
            report.statements().stream()
                    .limit(MOST_LINES)
                    .forEach(each ->
                            table.add(cells(each, Columns.truncate(Columns.clean(each.shape()), LONGEST_SHAPE))));
            lines.addAll(table.lines(Columns.TERMINAL));
        }
        notes().forEach(note -> lines.addAll(Columns.wrap(Columns.clean(note), Columns.TERMINAL)));
        return lines;
    }

    void write(Html html) {
        html.open("section").element("h2", language.text("database.heading", report.product()));
        notes().forEach(note -> html.element("p", note, "class", "note"));
        if (!report.statements().isEmpty()) {
            html.open("div", "class", "scroll").open("table").open("thead").open("tr");
            columns().forEach(column -> html.element("th", language.text(column)));
            html.close("tr", "thead").open("tbody");
            report.statements().forEach(each -> {
                html.open("tr");
                List<String> cells = cells(each, each.shape());
                html.element("td", cells.get(0), "class", "sql");
                cells.subList(1, cells.size()).forEach(cell -> html.element("td", cell, "class", "figure"));
                html.close("tr");
            });
            html.close("tbody", "table", "div");
        }
        html.close("section");
    }

    private static List<String> columns() {
        return List.of(
                "database.column.statement",
                "database.column.rate",
                "database.column.each",
                "database.column.read",
                "database.column.given");
    }

    private List<String> cells(StatementLoad each, String shape) {
        return List.of(
                shape,
                figures.number(each.count() / Math.max(1e-9, report.seconds())),
                figures.number(each.seconds() / each.count() * 1e3),
                each.rowsRead() > 0 ? figures.number(each.rowsReadEach()) : "",
                figures.number(each.rowsGivenEach()));
    }

    private List<String> notes() {
        var notes = new ArrayList<String>();
        if (report.meanBlocked() > 0) {
            notes.add(language.text("database.blocked", figures.number(report.meanBlocked())));
        }
        if (report.idleInTransaction() >= 1) {
            notes.add(language.text("database.idle", Math.round(report.idleInTransaction())));
        }
        double all = sum(StatementLoad::count);
        of("database.unindexed", sum(StatementLoad::withoutIndex), all).ifPresent(notes::add);
        of("database.disk", sum(StatementLoad::onDisk), all).ifPresent(notes::add);
        report.notes().forEach(note -> notes.add(language.text(note)));
        return notes;
    }

    private double sum(ToDoubleFunction<StatementLoad> count) {
        return report.statements().stream().mapToDouble(count).sum();
    }

    private Optional<String> of(String key, double count, double all) {
        return count < 1
                ? Optional.empty()
                : Optional.of(language.text(key, Quantity.aboutCount(count), Quantity.aboutCount(all)));
    }
}
