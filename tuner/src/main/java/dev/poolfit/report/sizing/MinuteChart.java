package dev.poolfit.report.sizing;

import dev.poolfit.report.Figures;
import dev.poolfit.report.Html;
import dev.poolfit.report.Language;
import dev.poolfit.verdict.sizing.Sizing;
import dev.poolfit.verdict.sizing.TrafficMinute;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Draws the connections that each minute needed; of a long recording the neediest minute of each stretch. */
final class MinuteChart {
    private static final int MOST_BARS = 240;
    private static final int TICKS = 6;

    private final SizingWords words;
    private final Sizing sizing;
    private final Language language;
    private final Html html;

    MinuteChart(SizingWords words, Sizing sizing, Language language, Html html) {
        this.words = words;
        this.sizing = sizing;
        this.language = language;
        this.html = html;
    }

    void draw() {
        var figures = new Figures(language);
        List<TrafficMinute> shown = shown();
        int most = Math.max(
                sizing.size(),
                shown.stream().mapToInt(TrafficMinute::needed).max().orElse(1));
        var plot = new Plot(html, language.text("size.minutes"), 0, shown.size(), most * 1.1);
        plot.beside(0, "0").beside(most, "" + most);
        for (int i = 0; i < shown.size(); i++) {
            TrafficMinute each = shown.get(i);
            plot.bar(
                    "need",
                    i,
                    i + 1.0,
                    each.needed(),
                    words.time(each) + ": " + each.needed() + ", " + figures.rate(each.rate()));
            if (i % Math.max(1, shown.size() / TICKS) == 0) {
                plot.below(i + 0.5, words.time(each));
            }
        }
        plot.line("now", 0, sizing.size(), shown.size(), sizing.size());
        plot.end();
    }

    private List<TrafficMinute> shown() {
        List<TrafficMinute> all = sizing.traffic().minutes();
        int stretch = (all.size() + MOST_BARS - 1) / MOST_BARS;
        var shown = new ArrayList<TrafficMinute>();
        for (int from = 0; from < all.size(); from += stretch) {
            all.subList(from, Math.min(all.size(), from + stretch)).stream()
                    .max(Comparator.comparingInt(TrafficMinute::needed))
                    .ifPresent(shown::add);
        }
        return shown;
    }
}
