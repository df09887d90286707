package dev.poolfit.report;

import dev.poolfit.evidence.Interval;
import dev.poolfit.units.Rate;
import java.util.Locale;
import java.util.Optional;

/** A table's cell that draws intervals of a rate to one scale, from 0, with the goal as an upright line. */
final class Strip {
    private final Html html;
    private final Optional<Double> goal;
    private final double most;

    /**
     * A strip for every row of a table.
     *
     * @param highest the greatest rate of the table
     */
    Strip(Run run, Html html, double highest) {
        this.html = html;
        goal = run.question().goal().throughput().map(Rate::perSecond);
        most = Math.max(highest, goal.orElse(0.0)) * 1.04;
    }

    boolean hasGoal() {
        return goal.isPresent();
    }

    /** The end of an interval, or its estimate where it has no end. */
    static double reach(Interval interval) {
        return Figures.bounded(interval) ? interval.high() : interval.mean();
    }

    void draw(Interval only) {
        begin();
        span("span", only, 6, 6);
        end();
    }

    /** Both intervals, one above the other. */
    void draw(Interval above, Interval below) {
        begin();
        span("span", above, 2, 5);
        span("span model", below, 11, 5);
        end();
    }

    private void begin() {
        html.open("td", "class", "strip");
        html.open("svg", "viewBox", "0 0 240 18", "aria-hidden", "true", "preserveAspectRatio", "none");
        rectangle("track", 0, 8, 240, 2);
    }

    private void end() {
        goal.ifPresent(rate -> rectangle("goal", x(rate) - 0.75, 0, 1.5, 18));
        html.close("svg", "td");
    }

    private void span(String style, Interval interval, int top, int height) {
        if (Figures.bounded(interval)) {
            double low = x(Math.max(0, interval.low()));
            rectangle(style, low, top, Math.max(3, x(interval.high()) - low), height);
        }
    }

    private void rectangle(String style, double left, int top, double width, int height) {
        html.open(
                        "rect",
                        "class",
                        style,
                        "x",
                        text(left),
                        "y",
                        "" + top,
                        "width",
                        text(width),
                        "height",
                        "" + height,
                        "rx",
                        style.startsWith("span") ? "2" : "0")
                .close("rect");
    }

    private double x(double rate) {
        return rate / most * 240;
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
