package dev.poolfit.report.fleet;

import dev.poolfit.report.Html;
import dev.poolfit.report.HtmlReport;
import dev.poolfit.report.Language;
import dev.poolfit.verdict.fleet.PoolSizing;
import dev.poolfit.verdict.sizing.SizingAnswer;
import java.util.List;
import java.util.Locale;

/** Writes the answer as a page that needs neither a script nor a network. */
public final class FleetPage {
    private static final double WIDTH = 240;
    private static final int HEIGHT = 18;

    private final FleetWords words;
    private final SizedFleet fleet;
    private final Language language;
    private final Html html = new Html();

    private FleetPage(SizedFleet fleet, Language language) {
        words = new FleetWords(fleet.sizing(), language, fleet.zone());
        this.fleet = fleet;
        this.language = language;
    }

    /**
     * Writes the page.
     *
     * @param version of the program
     */
    public static String of(SizedFleet fleet, Language language, String version) {
        var page = new FleetPage(fleet, language);
        page.verdict();
        page.table();
        page.notes();
        return HtmlReport.plainPage(
                language,
                fleet.name(),
                page.words.heading(fleet.seconds()),
                page.html.toString(),
                language.text("holders.footer", version),
                "sizing.css");
    }

    private void verdict() {
        html.open("section");
        html.element("h1", language.text("fleet.title"));
        words.verdict().forEach(each -> html.element("p", language.text(each), "class", "lead"));
        List<String> settings = words.settings();
        if (!settings.isEmpty()) {
            html.element("pre", String.join("\n", settings));
        }
        html.close("section");
    }

    private void table() {
        html.open("section").element("h2", words.heading(fleet.seconds()));
        html.element("p", language.text("fleet.bars"), "class", "note");
        html.open("div", "class", "scroll fleet").open("table").open("thead").open("tr");
        words.columns().forEach(each -> html.element("th", each));
        html.element("th", "").close("tr", "thead").open("tbody");
        for (PoolSizing each : fleet.sizing().pools()) {
            html.open("tr");
            words.row(each).forEach(cell -> html.element("td", cell, "class", "figure"));
            html.open("td");
            bar(each);
            html.close("td", "tr");
        }
        html.close("tbody", "table", "div");
        html.open("ul");
        words.minutes().forEach(each -> html.element("li", language.text(each)));
        html.close("ul", "section");
    }

    /** Draws what is used and what is needed beside the size of today, all pools by one scale. */
    private void bar(PoolSizing each) {
        int most = fleet.sizing().pools().stream()
                .mapToInt(pool -> Math.max(pool.pool().maximum(), pool.recommended()))
                .max()
                .orElse(1);
        double unit = WIDTH / most;
        html.open(
                "svg",
                "class",
                "bars",
                "viewBox",
                "0 0 " + (int) WIDTH + " " + HEIGHT,
                "width",
                "" + (int) WIDTH,
                "height",
                "" + HEIGHT,
                "aria-hidden",
                "true");
        rectangle("today", each.pool().maximum() * unit, 0, HEIGHT);
        if (each.answer() != SizingAnswer.NO_TRAFFIC && each.answer() != SizingAnswer.TOO_FEW_BORROWS) {
            rectangle("needed", each.recommended() * unit, 4, HEIGHT - 8);
        }
        rectangle("used", each.busiest().inUse() * unit, 4, HEIGHT - 8);
        html.close("svg");
    }

    private void rectangle(String style, double width, int top, int height) {
        html.open(
                        "rect",
                        "class",
                        style,
                        "x",
                        "0",
                        "y",
                        "" + top,
                        "width",
                        String.format(Locale.ROOT, "%.1f", width),
                        "height",
                        "" + height)
                .close("rect");
    }

    private void notes() {
        html.open("section").element("h2", language.text("size.notes"));
        html.open("ul");
        words.notes().forEach(each -> html.element("li", language.text(each)));
        html.close("ul", "section");
    }
}
