package dev.poolfit.report.live;

import dev.poolfit.report.Figures;
import dev.poolfit.report.Html;
import dev.poolfit.report.Language;
import dev.poolfit.report.sizing.Plot;
import dev.poolfit.verdict.live.LiveStep;
import java.util.Comparator;
import java.util.List;

/** Draws how much longer a borrow waits at each size than at today's, with its interval and the margin. */
final class ExtraWaitChart {
    private static final double MOST_TOP = 1;

    private final TunedLive tuned;
    private final Language language;
    private final Html html;

    ExtraWaitChart(TunedLive tuned, Language language, Html html) {
        this.tuned = tuned;
        this.language = language;
        this.html = html;
    }

    void draw() {
        List<LiveStep> known = tuned.descent().tried().stream()
                .filter(each -> Figures.bounded(each.comparison().extra()))
                .sorted(Comparator.comparingInt(LiveStep::size))
                .toList();
        if (known.isEmpty()) {
            return;
        }
        var figures = new Figures(language);
        double highest = known.stream()
                .mapToDouble(each -> each.comparison().extra().high())
                .max()
                .orElse(1);
        double top = Math.min(MOST_TOP, Math.max(2 * tuned.question().margin(), Math.ceil(110 * highest) / 100));
        int today = tuned.question().today();
        var plot = new Plot(html, language.text("live-run.sizes"), 0, today + 1, top);
        plot.beside(0, "0 %");
        plot.beside(top, figures.percent(top));
        double line = tuned.question().margin();
        plot.line("answer", 0, line, today + 1, line);
        plot.atTop(0, language.text("live-run.margin", figures.percent(line)), 0);
        plot.line("now", today, 0, today, top);
        plot.atTop(today, today + " " + language.text("size.mark.now"), 1);
        for (LiveStep each : known) {
            var wait = each.comparison().extra();
            plot.line("curve", each.size(), Math.max(0, wait.low()), each.size(), Math.min(top, wait.high()));
            plot.dot(
                    "point",
                    each.size(),
                    Math.max(0, Math.min(top, wait.mean())),
                    each.size() + ": " + figures.percent(wait.mean()));
            plot.below(each.size(), "" + each.size());
        }
        plot.end();
    }
}
