package dev.poolfit.report.holders;

import dev.poolfit.database.DatabaseReport;
import dev.poolfit.evidence.Finding;
import dev.poolfit.holders.Diagnosis;
import dev.poolfit.holders.EndpointHolds;
import dev.poolfit.holders.HoldKind;
import dev.poolfit.holders.HoldReport;
import dev.poolfit.holders.HoldVerdict;
import dev.poolfit.report.Ansi;
import dev.poolfit.report.Columns;
import dev.poolfit.report.Figures;
import dev.poolfit.report.Language;
import dev.poolfit.report.Phrases;
import dev.poolfit.report.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Writes who holds the connections, for a terminal of 80 columns: the verdict first, then the endpoints. */
public final class HoldersText {
    private static final int MOST_ENDPOINTS = 10;
    private static final int MOST_TIMEOUTS = 3;
    private static final int LONGEST_NAME = 30;

    private final HoldReport report;
    private final Language language;
    private final Figures figures;
    private final Ansi ansi;
    private final List<String> lines = new ArrayList<>();

    private HoldersText(HoldReport report, Language language, boolean colour) {
        this.report = report;
        this.language = language;
        this.figures = new Figures(language);
        this.ansi = colour ? Ansi.COLOURED : Ansi.PLAIN;
    }

    /**
     * Writes the text.
     *
     * @param place the place of the page
     * @param colour whether the reader is a terminal that shows colours
     */
    public static String of(Diagnosis diagnosis, Language language, Optional<String> place, boolean colour) {
        var text = new HoldersText(diagnosis.report(), language, colour);
        text.verdict(diagnosis.verdict());
        text.endpoints();
        text.queues();
        diagnosis.database().ifPresent(text::database);
        text.configuration(diagnosis.configuration());
        text.notes();
        place.ifPresent(where -> text.lines.add(language.text("report.place", Columns.clean(where))));
        return String.join("\n", text.lines) + "\n";
    }

    private void verdict(HoldVerdict verdict) {
        String answer = language.text(verdict.answer());
        add("", answer, ansi::bold);
        List<Finding> others = verdict.findings().stream()
                .filter(finding -> !language.text(finding.advice()).equals(answer))
                .toList();
        for (Finding finding : others) {
            add(
                    "  ",
                    language.text(
                            "finding.line",
                            new Phrases(language).ruleName(finding),
                            language.text(finding.severity()),
                            language.text(finding.advice())),
                    plain -> plain);
        }
    }

    private void endpoints() {
        if (report.endpoints().isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(ansi.faint(
                language.text("holders.heading", report.pool(), Math.round(report.seconds()), report.size())));
        var table = new TextTable(
                Set.of(0, 6),
                List.of(
                        language.text("holders.column.endpoint"),
                        language.text("holders.column.share"),
                        language.text("holders.column.borrows"),
                        language.text("holders.column.wait"),
                        language.text("holders.column.hold"),
                        language.text("holders.column.statements"),
                        language.text("holders.column.mostly")));
        report.endpoints().stream().limit(MOST_ENDPOINTS).forEach(each -> table.add(row(each)));
        List<String> rows = table.lines(Columns.TERMINAL);
        lines.add(ansi.faint(rows.get(0)));
        lines.addAll(rows.subList(1, rows.size()));
        if (report.timeouts() > 0) {
            add(
                    "",
                    language.text(
                            "holders.timeouts",
                            report.endpoints().stream()
                                    .filter(each -> each.timeouts() > 0)
                                    .sorted(Comparator.comparingLong(EndpointHolds::timeouts)
                                            .reversed())
                                    .limit(MOST_TIMEOUTS)
                                    .map(each -> HoldersPage.label(each.name()) + " " + each.timeouts())
                                    .collect(Collectors.joining(", "))),
                    plain -> plain);
        }
        List<EndpointHolds> more =
                report.endpoints().stream().skip(MOST_ENDPOINTS).toList();
        if (!more.isEmpty()) {
            lines.add(language.text(
                    "holders.more",
                    more.size(),
                    figures.percent(
                            more.stream().mapToDouble(EndpointHolds::share).sum())));
        }
    }

    private void queues() {
        if (report.queues().isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(ansi.faint(language.text("holders.queues")));
        var table = new TextTable(
                Set.of(0),
                HoldersTables.QUEUE_COLUMNS.stream()
                        .map(column -> language.text("holders.column." + column))
                        .toList());
        report.queues().stream()
                .limit(MOST_ENDPOINTS)
                .forEach(each -> table.add(HoldersTables.queue(each, language, figures).stream()
                        .map(cell -> Columns.truncate(Columns.clean(cell), 2 * LONGEST_NAME))
                        .toList()));
        List<String> rows = table.lines(Columns.TERMINAL);
        lines.add(ansi.faint(rows.get(0)));
        lines.addAll(rows.subList(1, rows.size()));
    }

    private void configuration(List<Finding> findings) {
        List<Finding> grave = findings.stream()
                .filter(each -> each.severity() != Finding.Severity.INFO)
                .toList();
        int others = findings.size() - grave.size();
        if (!findings.isEmpty()) {
            lines.add("");
        }
        grave.forEach(finding -> add(
                "",
                language.text(
                        "finding.line",
                        finding.rule(),
                        language.text(finding.severity()),
                        language.text(finding.advice())),
                plain -> plain));
        if (others > 0) {
            add("", language.text("configuration.more", others), ansi::faint);
        }
    }

    private void database(DatabaseReport database) {
        lines.add("");
        lines.add(ansi.faint(language.text("database.heading", database.product())));
        lines.addAll(new DatabaseSection(database, language).lines());
    }

    private List<String> row(EndpointHolds each) {
        return List.of(
                Columns.truncate(Columns.clean(HoldersPage.label(each.name())), LONGEST_NAME),
                figures.percent(each.share()),
                figures.number(each.borrows() / report.seconds()),
                figures.number(each.waits().mean()),
                figures.number(each.holds().mean()),
                HoldersTables.sent(each, figures),
                mostly(each));
    }

    /** Returns the kind that takes most of it, with its share. */
    private String mostly(EndpointHolds each) {
        return each.kinds().entrySet().stream()
                .max(Comparator.comparingDouble(Map.Entry<HoldKind, Double>::getValue))
                .map(most -> HoldersPage.kind(language, most.getKey()) + " " + figures.percent(most.getValue()))
                .orElse("");
    }

    private void notes() {
        lines.add("");
        if (report.dropped() > 0) {
            add("", language.text("holders.dropped", report.dropped()), ansi::faint);
        }
        add("", language.text("holders.cost", figures.percent(report.recorderCores())), ansi::faint);
    }

    private void add(String indent, String text, UnaryOperator<String> style) {
        for (String line : Columns.wrap(Columns.clean(text), Columns.TERMINAL - indent.length())) {
            lines.add(indent + style.apply(line));
        }
    }
}
