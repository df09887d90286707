package dev.poolfit.report.live;

import dev.poolfit.report.Html;
import dev.poolfit.report.HtmlReport;
import dev.poolfit.report.Language;
import dev.poolfit.units.Message;
import java.util.List;

/** Writes the answer as a page that needs neither a script nor a network. */
public final class LiveHtml {
    private final TunedLive tuned;
    private final LiveWords words;
    private final Language language;
    private final Html html = new Html();

    private LiveHtml(TunedLive tuned, Language language) {
        this.tuned = tuned;
        this.language = language;
        words = new LiveWords(tuned, language);
    }

    /**
     * Writes the page.
     *
     * @param version of the program
     */
    public static String of(TunedLive tuned, Language language, String version) {
        var page = new LiveHtml(tuned, language);
        page.write("h1", "live-run.title");
        return HtmlReport.plainPage(
                language,
                tuned.name(),
                page.words.heading(),
                page.html.toString(),
                language.text("holders.footer", version),
                "sizing.css");
    }

    /** Returns the verdict and the sizes alone, for the page of a run that goes on. */
    public static String part(TunedLive tuned, Language language) {
        var page = new LiveHtml(tuned, language);
        page.write("h2", "live.sofar");
        return page.html.toString();
    }

    private void write(String level, String title) {
        html.open("section");
        html.element(level, language.text(title));
        html.element("p", language.text(words.verdict()), "class", "lead");
        list(words.evidence());
        if (tuned.decided()) {
            html.element("pre", "spring.datasource.hikari.maximum-pool-size: " + tuned.size());
            words.setting().ifPresent(each -> html.element("p", language.text(each)));
        }
        html.close("section");
        if (!tuned.descent().tried().isEmpty()) {
            html.open("section").element("h2", language.text("live-run.sizes"));
            html.element("p", language.text("live-run.sizes.note"), "class", "note");
            new ExtraWaitChart(tuned, language, html).draw();
            table();
            html.close("section");
        }
        if (!words.notes().isEmpty()) {
            html.open("section").element("h2", language.text("size.notes"));
            list(words.notes());
            html.close("section");
        }
    }

    private void list(List<Message> sentences) {
        html.open("ul");
        sentences.forEach(each -> html.element("li", language.text(each)));
        html.close("ul");
    }

    private void table() {
        html.open("div", "class", "scroll").open("table").open("thead").open("tr");
        words.columns().forEach(each -> html.element("th", each));
        html.close("tr", "thead").open("tbody");
        tuned.descent().tried().forEach(step -> {
            html.open("tr");
            words.row(step).forEach(each -> html.element("td", each, "class", "figure"));
            html.close("tr");
        });
        html.close("tbody", "table", "div");
    }
}
