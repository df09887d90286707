package dev.poolfit.report.sizing;

import dev.poolfit.model.replay.ReplayedWaits;
import dev.poolfit.report.Figures;
import dev.poolfit.report.Html;
import dev.poolfit.report.Language;
import dev.poolfit.verdict.sizing.Sizing;
import java.util.List;

/** Draws the share of borrows that wait, by pool size, with the answer and today's size. */
final class WaitChart {
    private static final int TICKS = 6;

    private final SizingWords words;
    private final Sizing sizing;
    private final Language language;
    private final Html html;

    WaitChart(SizingWords words, Sizing sizing, Language language, Html html) {
        this.words = words;
        this.sizing = sizing;
        this.language = language;
        this.html = html;
    }

    void draw() {
        List<ReplayedWaits> curve = sizing.curve();
        var figures = new Figures(language);
        int first = Math.max(0, curve.get(0).connections() - 1);
        int last = curve.get(curve.size() - 1).connections() + 1;
        var plot = new Plot(html, language.text("size.waits"), first, last, 1);
        for (double share : List.of(0.0, 0.5, 1.0)) {
            plot.beside(share, figures.percent(share));
        }
        int step = Math.max(1, (last - first + TICKS - 1) / TICKS);
        for (int tick = first + step; tick < last; tick += step) {
            plot.below(tick, "" + tick);
        }
        mark(plot, sizing.size(), "now", 1);
        if (sizing.answer().decided()) {
            mark(plot, sizing.recommended(), "answer", 0);
        }
        for (int i = 1; i < curve.size(); i++) {
            ReplayedWaits before = curve.get(i - 1);
            ReplayedWaits each = curve.get(i);
            plot.line("curve", before.connections(), before.lateShare(), each.connections(), each.lateShare());
        }
        for (ReplayedWaits each : curve) {
            plot.dot(
                    "point",
                    each.connections(),
                    each.lateShare(),
                    each.connections() + ": " + figures.percent(each.lateShare()) + ", p99 "
                            + figures.millis(each.p99Ms()));
        }
        plot.end();
    }

    private void mark(Plot plot, int connections, String style, int row) {
        plot.line(style, connections, 0, connections, 1);
        plot.atTop(connections, connections + " " + language.text("size.mark." + style), row);
    }
}
