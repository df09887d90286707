package dev.poolfit.report.sizing;

import dev.poolfit.report.Html;
import dev.poolfit.report.HtmlReport;
import dev.poolfit.report.Language;
import dev.poolfit.verdict.sizing.Sizing;
import java.util.List;

/** Writes the answer as a page that needs neither a script nor a network. */
public final class SizingPage {
    private final SizingWords words;
    private final WaitTable table;
    private final Sizing sizing;
    private final Language language;
    private final Html html = new Html();

    private SizingPage(SizedService service, Language language) {
        words = new SizingWords(service, language);
        table = new WaitTable(service, language);
        sizing = service.sizing();
        this.language = language;
    }

    /**
     * Writes the page.
     *
     * @param version of the program
     */
    public static String of(SizedService service, Language language, String version) {
        var page = new SizingPage(service, language);
        page.verdict();
        if (page.words.hasTraffic()) {
            page.waits();
            page.needs();
            page.minutes();
        }
        page.notes();
        return HtmlReport.plainPage(
                language,
                service.name(),
                page.table.heading(),
                page.html.toString(),
                language.text("holders.footer", version),
                "sizing.css");
    }

    private void verdict() {
        html.open("section");
        html.element("h1", language.text("size.title"));
        html.element("p", language.text(words.verdict()), "class", "lead");
        if (words.hasTraffic()) {
            html.open("ul");
            words.evidence().forEach(each -> html.element("li", language.text(each)));
            html.close("ul");
        }
        if (sizing.answer().decided()) {
            html.element("pre", "spring.datasource.hikari.maximum-pool-size: " + sizing.recommended());
        }
        html.close("section");
    }

    private void waits() {
        html.open("section").element("h2", language.text("size.waits"));
        html.element("p", language.text("size.waits.note"), "class", "note");
        new WaitChart(table, sizing, language, html).draw();
        table(table.columns(), table.rows());
        html.close("section");
    }

    private void needs() {
        html.open("section").element("h2", language.text("size.more"));
        html.element("p", language.text("size.more.note"), "class", "note");
        table(
                List.of(language.text("size.column.traffic"), language.text("size.column.needed")),
                sizing.needs().stream()
                        .map(each -> List.of(SizingWords.times(each.times()), words.interval(each)))
                        .toList());
        html.close("section");
    }

    private void minutes() {
        if (sizing.traffic().minutes().size() < 3) {
            return;
        }
        html.open("section").element("h2", language.text("size.minutes"));
        html.element("p", language.text("size.minutes.note"), "class", "note");
        new MinuteChart(words, sizing, language, html).draw();
        html.close("section");
    }

    private void notes() {
        if (words.notes().isEmpty()) {
            return;
        }
        html.open("section").element("h2", language.text("size.notes"));
        html.open("ul");
        words.notes().forEach(each -> html.element("li", language.text(each)));
        html.close("ul", "section");
    }

    private void table(List<String> columns, List<List<String>> rows) {
        html.open("div", "class", "scroll").open("table").open("thead").open("tr");
        columns.forEach(each -> html.element("th", each));
        html.close("tr", "thead").open("tbody");
        for (List<String> row : rows) {
            html.open("tr");
            row.forEach(each -> html.element("td", each, "class", "figure"));
            html.close("tr");
        }
        html.close("tbody", "table", "div");
    }
}
