package dev.poolfit.report.holders;

import dev.poolfit.holders.EndpointHolds;
import dev.poolfit.holders.HoldKind;
import dev.poolfit.holders.HoldReport;
import dev.poolfit.holders.LongHold;
import dev.poolfit.holders.QueueUse;
import dev.poolfit.holders.SentStatement;
import dev.poolfit.holders.Stack;
import dev.poolfit.report.Figures;
import dev.poolfit.report.Html;
import dev.poolfit.report.Language;
import dev.poolfit.units.Message;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The figures of each endpoint and of each statement, in two tables of the page. */
final class HoldersTables {
    static final List<String> QUEUE_COLUMNS = List.of("queue", "size", "used", "waiting", "full");
    private static final int MOST_ROWS = 40;

    private final HoldReport report;
    private final Language language;
    private final Figures figures;
    private final Html html;

    HoldersTables(HoldReport report, Language language, Html html) {
        this.report = report;
        this.language = language;
        this.figures = new Figures(language);
        this.html = html;
    }

    void write() {
        endpoints();
        queues();
        leaks();
        statements();
    }

    /** Returns the cells of {@link #QUEUE_COLUMNS}; of a web server's threads it is not known what waits. */
    static List<String> queue(QueueUse each, Language language, Figures figures) {
        boolean known = each.kind() != QueueUse.Kind.WORKERS;
        return List.of(
                language.text("holders.queue.kind." + each.id(), each.name()),
                each.size() < Integer.MAX_VALUE ? "" + each.size() : "",
                figures.number(each.inUse()),
                known ? figures.number(each.waiting()) : "",
                known ? figures.percent(each.full()) : "");
    }

    private void queues() {
        if (report.queues().isEmpty()) {
            return;
        }
        html.open("section").element("h2", language.text("holders.queues"));
        html.open("div", "class", "scroll").open("table").open("thead").open("tr");
        QUEUE_COLUMNS.forEach(column -> html.element("th", language.text("holders.column." + column)));
        html.close("tr", "thead").open("tbody");
        report.queues().stream().limit(MOST_ROWS).forEach(each -> {
            html.open("tr");
            List<String> cells = queue(each, language, figures);
            html.element("td", cells.get(0));
            cells.stream().skip(1).forEach(cell -> html.element("td", cell, "class", "figure"));
            html.close("tr");
        });
        html.close("tbody", "table", "div", "section");
    }

    private void endpoints() {
        html.open("section")
                .open("div", "class", "scroll")
                .open("table")
                .open("thead")
                .open("tr");
        for (String column : List.of(
                "endpoint",
                "share",
                "borrows",
                "in-use",
                "per-request",
                "nested",
                "statements",
                "wait",
                "hold",
                "p99",
                "timeouts",
                "while-waiting",
                "mostly")) {
            html.element("th", language.text("holders.column." + column));
        }
        html.element("th", language.text("holders.where"));
        html.close("tr", "thead").open("tbody");
        report.endpoints().stream().limit(MOST_ROWS).forEach(this::row);
        html.close("tbody", "table", "div", "section");
    }

    private void row(EndpointHolds each) {
        html.open("tr");
        html.element("td", HoldersPage.label(each.name()));
        html.element("td", figures.percent(each.share()), "class", "figure");
        html.element("td", figures.number(each.borrows() / report.seconds()), "class", "figure");
        html.element("td", figures.number(each.seconds() / report.seconds()), "class", "figure");
        html.element(
                "td",
                each.requests() == 0 ? "" : figures.number((double) each.borrows() / each.requests()),
                "class",
                "figure");
        html.element("td", "" + each.nested(), "class", "figure");
        html.element("td", sent(each, figures), "class", "figure");
        html.element("td", figures.number(each.waits().mean()), "class", "figure");
        html.element("td", figures.number(each.holds().mean()), "class", "figure");
        html.element("td", figures.number(each.holds().p99()), "class", "figure");
        html.element("td", "" + each.timeouts(), "class", "figure");
        html.element("td", figures.number(each.waitedFor()), "class", "figure");
        html.element(
                "td",
                each.kinds().entrySet().stream()
                        .max(Comparator.comparingDouble(Map.Entry<HoldKind, Double>::getValue))
                        .map(most -> HoldersPage.kind(language, most.getKey()) + " " + figures.percent(most.getValue()))
                        .orElse(""));
        html.element(
                "td",
                each.uses().stream()
                        .findFirst()
                        .flatMap(use -> use.stack().top())
                        .map(HoldersPage::label)
                        .orElse(""));
        html.close("tr");
    }

    /** Returns the statements of a request; nothing where statements were not seen. */
    static String sent(EndpointHolds each, Figures figures) {
        return each.statements().isEmpty() ? "" : figures.number(each.statementsPerRequest());
    }

    private void leaks() {
        longHolds("holders.leaks", report.leaks());
        longHolds(
                "holders.held-long",
                report.longHolds().stream()
                        .filter(each -> each.state() != LongHold.State.LEFT)
                        .toList());
    }

    private void longHolds(String title, List<LongHold> held) {
        if (held.isEmpty()) {
            return;
        }
        html.open("section").element("h2", language.text(title));
        html.open("div", "class", "scroll").open("table").open("thead").open("tr");
        for (String column : List.of("endpoint", "held", "borrowed")) {
            html.element("th", language.text("holders.column." + column));
        }
        html.close("tr", "thead").open("tbody");
        held.stream()
                .sorted(Comparator.comparingDouble(LongHold::seconds).reversed())
                .limit(MOST_ROWS)
                .forEach(each -> {
                    html.open("tr");
                    html.element("td", HoldersPage.label(each.name()));
                    html.element("td", figures.number(each.seconds()), "class", "figure");
                    html.element(
                            "td",
                            each.borrowed().stream()
                                    .flatMap(stack -> stack.frames().stream())
                                    .map(HoldersPage::label)
                                    .collect(Collectors.joining(" → ")),
                            "class",
                            "sql");
                    html.close("tr");
                });
        html.close("tbody", "table", "div", "section");
    }

    private record Sender(EndpointHolds endpoint, SentStatement sent) {}

    private void statements() {
        List<Sender> senders = report.endpoints().stream()
                .flatMap(each -> each.statements().stream().map(sent -> new Sender(each, sent)))
                .sorted(Comparator.comparingDouble((Sender each) -> each.sent().seconds())
                        .reversed())
                .limit(MOST_ROWS)
                .toList();
        if (senders.isEmpty()) {
            return;
        }
        html.open("section").element("h2", language.text("holders.statements"));
        html.element("p", language.text("holders.statements.note"), "class", "note");
        long watched =
                report.endpoints().stream().mapToLong(EndpointHolds::watched).sum();
        long holds =
                report.endpoints().stream().mapToLong(EndpointHolds::borrows).sum();
        if (watched > 0 && watched < holds) {
            html.element("p", language.text(Message.of("holders.statements.sample", watched, holds)), "class", "note");
        }
        html.open("div", "class", "scroll").open("table").open("thead").open("tr");
        for (String column : List.of("statement", "share", "per-hold", "each", "endpoint")) {
            html.element("th", language.text("holders.column." + column));
        }
        html.element("th", language.text("holders.where"));
        html.close("tr", "thead").open("tbody");
        double all =
                report.endpoints().stream().mapToDouble(EndpointHolds::seconds).sum();
        senders.forEach(each -> statement(each, all));
        html.close("tbody", "table", "div", "section");
    }

    private void statement(Sender each, double all) {
        html.open("tr");
        html.element("td", each.sent().shape(), "class", "sql");
        html.element("td", figures.percent(each.sent().seconds() / Math.max(1e-9, all)), "class", "figure");
        html.element("td", figures.number(each.sent().perHold()), "class", "figure");
        html.element("td", figures.number(each.sent().eachMs()), "class", "figure");
        html.element("td", HoldersPage.label(each.endpoint().name()));
        html.element(
                "td",
                each.sent().stack().flatMap(Stack::top).map(HoldersPage::label).orElse(""));
        html.close("tr");
    }
}
