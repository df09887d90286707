package dev.poolfit.report;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.ThroughputMap;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Expected throughput over pool × threads: a table whose cells are the darker the more they give. */
final class HtmlModelMap {
    private static final int ROOMY = 14;
    private static final double MID = 0.4;
    private static final double DEEP = 0.6;

    private final Run run;
    private final Html html;
    private final Language language;
    private final Figures figures;

    HtmlModelMap(Run run, Html html, Language language) {
        this.run = run;
        this.html = html;
        this.language = language;
        figures = new Figures(language);
    }

    void write(ThroughputMap map) {
        var rates = Arrays.stream(map.throughput())
                .flatMapToDouble(Arrays::stream)
                .filter(Double::isFinite)
                .summaryStatistics();
        if (rates.getCount() == 0) {
            return;
        }
        String pool = Phrases.property(run, Knob.POOL);
        String threads = Phrases.property(run, Knob.THREADS);
        html.open("figure", "class", "map").element("figcaption", language.text("map.title", pool, threads));
        html.open("div", "class", "wide", "tabindex", "0")
                .open("table", "class", map.pools().length > ROOMY ? "heat narrow" : "heat");
        html.element("caption", language.text("map.caption"));
        html.open("thead").open("tr");
        html.open("th", "class", "corner", "scope", "col")
                .inline("span", Knob.POOL.key() + " →")
                .inline("span", Knob.THREADS.key() + " ↓")
                .close("th");
        for (int each : map.pools()) {
            html.element("th", "" + each, "scope", "col");
        }
        html.close("tr", "thead").open("tbody");
        for (int row = map.threads().length - 1; row >= 0; row--) {
            html.open("tr").element("th", "" + map.threads()[row], "scope", "row");
            for (int column = 0; column < map.pools().length; column++) {
                cell(
                        map.throughput()[column][row],
                        rates.getMin(),
                        rates.getMax(),
                        mark(map.pools()[column], map.threads()[row]));
            }
            html.close("tr");
        }
        html.close("tbody", "table", "div");
        legend(map, rates.getMin(), rates.getMax());
        html.close("figure");
    }

    private void cell(double rate, double least, double most, String mark) {
        if (!Double.isFinite(rate)) {
            html.element("td", "–");
            return;
        }
        double share = most > least ? (rate - least) / (most - least) : 1;
        String style = String.format(Locale.ROOT, "--share:%.0f%%", share * 100);
        html.open(
                "td",
                "class",
                (mark + (share > DEEP ? " deep" : share > MID ? " mid" : " light")).strip(),
                "style",
                style);
        html.text(figures.plain(Math.rint(rate)));
        if (!mark.isEmpty()) {
            html.inline(
                    "span",
                    mark.equals("tried") ? " ●" : " ◆",
                    "role",
                    "img",
                    "aria-label",
                    language.text("label." + mark));
        }
        html.close("td");
    }

    private String mark(int pool, int threads) {
        boolean answer = run.conclusion().recommended().stream().anyMatch(each -> at(each, pool, threads));
        if (answer) {
            return run.conclusion().outcome() == Outcome.RECOMMENDED ? "recommended" : "nearest";
        }
        return run.conclusion().tried().stream().anyMatch(each -> at(each, pool, threads)) ? "tried" : "";
    }

    private static boolean at(Performance each, int pool, int threads) {
        Settings settings = each.settings();
        return settings.pool().orElse(-1) == pool && settings.threads().orElse(-1) == threads;
    }

    private void legend(ThroughputMap map, double least, double most) {
        boolean recommended = run.conclusion().outcome() == Outcome.RECOMMENDED;
        html.open("p", "class", "scale");
        html.text(figures.plain(Math.rint(least)) + "/s ").inline("span", "", "class", "ramp", "aria-hidden", "true");
        html.text(" " + figures.plain(Math.rint(most)) + "/s");
        html.inline(
                "span",
                "◆ " + language.text(recommended ? Comparison.RECOMMENDED : Comparison.NEAREST_TO_THE_GOAL),
                "class",
                "entry");
        html.inline("span", "● " + language.text("label.tried"), "class", "entry")
                .close("p");
        List<String> between = run.conclusion().tried().stream()
                .map(Performance::settings)
                .filter(each -> each.has(Knob.POOL) && each.has(Knob.THREADS))
                .filter(each ->
                        !has(map.pools(), each.count(Knob.POOL)) || !has(map.threads(), each.count(Knob.THREADS)))
                .map(each -> each.count(Knob.POOL) + " × " + each.count(Knob.THREADS))
                .toList();
        if (!between.isEmpty()) {
            html.element("p", language.text("map.between", String.join(", ", between)), "class", "muted");
        }
    }

    private static boolean has(int[] values, long value) {
        return Arrays.stream(values).anyMatch(each -> each == value);
    }
}
