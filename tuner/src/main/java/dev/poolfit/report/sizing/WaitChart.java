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
    private static final List<Double> TOPS = List.of(0.02, 0.05, 0.1, 0.2, 0.5);

    private final Sizing sizing;
    private final Language language;
    private final Html html;

    WaitChart(Sizing sizing, Language language, Html html) {
        this.sizing = sizing;
        this.language = language;
        this.html = html;
    }

    void draw() {
        List<ReplayedWaits> curve = sizing.curve();
        var figures = new Figures(language);
        int first = Math.max(0, curve.get(0).connections() - 1);
        int last = curve.get(curve.size() - 1).connections() + 1;
        double top = top(curve);
        var plot = new Plot(html, language.text("size.waits"), first, last, top);
        for (double part : List.of(0.0, 0.5, 1.0)) {
            plot.beside(part * top, figures.percent(part * top));
        }
        int step = Math.max(1, (last - first + TICKS - 1) / TICKS);
        for (int tick = first + step; tick < last; tick += step) {
            plot.below(tick, "" + tick);
        }
        mark(plot, sizing.size(), top, "now", 1);
        if (sizing.answer().decided()) {
            mark(plot, sizing.recommended(), top, "answer", 0);
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

    /** Returns the upper end of the vertical axis: a round share that no size is above. */
    private static double top(List<ReplayedWaits> curve) {
        double most = curve.stream().mapToDouble(ReplayedWaits::lateShare).max().orElse(1);
        return TOPS.stream().filter(each -> each >= most).findFirst().orElse(1.0);
    }

    private void mark(Plot plot, int connections, double top, String style, int row) {
        plot.line(style, connections, 0, connections, top);
        plot.atTop(connections, connections + " " + language.text("size.mark." + style), row);
    }
}
