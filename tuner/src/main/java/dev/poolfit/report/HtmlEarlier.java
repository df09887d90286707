package dev.poolfit.report;

import dev.poolfit.verdict.earlier.ReferenceComparison;
import dev.poolfit.verdict.earlier.Revisit;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/** An earlier table beside what is predicted and measured here, its shares drawn as bars. */
final class HtmlEarlier {
    private final Html html;
    private final Language language;
    private final ReferenceComparison revisits;
    private final EarlierText text;
    /** The largest share that is drawn, which fills the column. */
    private final double widest;

    HtmlEarlier(ReferenceComparison revisits, Html html, Language language) {
        this.html = html;
        this.language = language;
        this.revisits = revisits;
        text = new EarlierText(revisits, language);
        widest = revisits.rows().stream()
                .flatMapToDouble(row -> DoubleStream.of(
                        revisits.thenShare(row),
                        revisits.predictedShare(row).orElse(0),
                        revisits.measuredShare(row).orElse(0)))
                .max()
                .orElse(1);
    }

    void write() {
        html.open("section", "class", "earlier").element("h2", language.text("earlier.heading", revisits.title()));
        html.element("p", language.text("earlier.explained"), "class", "muted");
        html.open("div", "class", "wide", "tabindex", "0").open("table", "class", "earlier");
        html.open("thead").open("tr");
        text.headings().forEach(each -> html.element("th", each, "class", "figure", "scope", "col"));
        html.element("th", language.text("earlier.shape"), "scope", "col")
                .close("tr", "thead")
                .open("tbody");
        revisits.rows().forEach(this::row);
        html.close("tbody", "table", "div");
        text.predicted().ifPresent(sentence -> html.element("p", sentence, "class", "prose"));
        html.close("section");
    }

    private void row(Revisit row) {
        html.open("tr");
        List<String> cells = text.cells(row);
        cells.forEach(each -> html.element("td", each, "class", "figure"));
        html.open("td", "class", "shape", "aria-hidden", "true");
        bar("then", OptionalDouble.of(revisits.thenShare(row)));
        bar("predicted", revisits.predictedShare(row));
        bar("seen", revisits.measuredShare(row));
        html.close("td", "tr");
    }

    private void bar(String which, OptionalDouble share) {
        long width = Math.round(100 * share.orElse(0) / widest);
        html.element("i", "", "class", which, "style", "width:" + width + "%");
    }
}
