package dev.poolfit.report.sizing;

import dev.poolfit.model.replay.ReplayedWaits;
import dev.poolfit.report.Figures;
import dev.poolfit.report.Html;
import dev.poolfit.report.Language;
import dev.poolfit.verdict.sizing.Sizing;
import dev.poolfit.verdict.sizing.WaitCurve;
import java.util.List;
import java.util.stream.Stream;

/** Draws the share of borrows that wait, by pool size, with the answer and today's size. */
final class WaitChart {
    private static final int TICKS = 6;
    private static final List<Double> TOPS = List.of(0.02, 0.05, 0.1, 0.2, 0.5);

    /** The height at which a line has its name, as a share of the axis. */
    private static final double NAMED = 0.6;

    private final WaitTable table;
    private final Sizing sizing;
    private final Language language;
    private final Html html;

    WaitChart(WaitTable table, Sizing sizing, Language language, Html html) {
        this.table = table;
        this.sizing = sizing;
        this.language = language;
        this.html = html;
    }

    void draw() {
        WaitCurve shown = table.shown();
        var figures = new Figures(language);
        List<ReplayedWaits> all = Stream.concat(
                        shown.waits().stream(), table.beside().stream().flatMap(each -> each.waits().stream()))
                .toList();
        var sizes = all.stream().mapToInt(ReplayedWaits::connections).summaryStatistics();
        int first = Math.max(0, sizes.getMin() - 1);
        int last = sizes.getMax() + 1;
        double top = top(all);
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
        table.beside().ifPresent(each -> line(plot, each, "beside", top, each.times() > shown.times()));
        line(
                plot,
                shown,
                "curve",
                top,
                table.beside().filter(each -> each.times() < shown.times()).isPresent());
        for (ReplayedWaits each : shown.waits()) {
            plot.dot(
                    "point",
                    each.connections(),
                    each.lateShare(),
                    each.connections() + ": " + figures.percent(each.lateShare()) + ", p99 "
                            + figures.millis(each.p99Ms()));
        }
        plot.end();
    }

    /** Draws a line with its multiple where it comes down to some height. */
    private static void line(Plot plot, WaitCurve curve, String style, double top, boolean above) {
        List<ReplayedWaits> waits = curve.waits();
        for (int i = 1; i < waits.size(); i++) {
            ReplayedWaits before = waits.get(i - 1);
            ReplayedWaits each = waits.get(i);
            plot.line(style, before.connections(), before.lateShare(), each.connections(), each.lateShare());
        }
        waits.stream()
                .filter(each -> each.lateShare() <= NAMED * top)
                .findFirst()
                .ifPresent(each ->
                        plot.name(each.connections(), each.lateShare(), SizingWords.times(curve.times()), above));
    }

    /** Returns the upper end of the vertical axis: a round share that no size is above. */
    private static double top(List<ReplayedWaits> all) {
        double most = all.stream().mapToDouble(ReplayedWaits::lateShare).max().orElse(1);
        return TOPS.stream().filter(each -> each >= most).findFirst().orElse(1.0);
    }

    private void mark(Plot plot, int connections, double top, String style, int row) {
        plot.line(style, connections, 0, connections, top);
        plot.atTop(connections, connections + " " + language.text("size.mark." + style), row);
    }
}
