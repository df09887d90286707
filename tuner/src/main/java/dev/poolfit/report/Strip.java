package dev.poolfit.report;

import dev.poolfit.evidence.Interval;
import java.util.Locale;

/** A table's cell that draws intervals to one scale for all rows, with an upright line across them. */
final class Strip {
    private static final double WIDTH = 240;

    private final Html html;
    private final double least;
    private final double most;
    private final String style;
    private final double line;

    private Strip(Html html, double least, double most, String style, double line) {
        this.html = html;
        this.least = least;
        this.most = most;
        this.style = style;
        this.line = line;
    }

    /** Returns a strip of rates from 0, with the goal as the line; no line where that is not finite. */
    static Strip ofRates(Html html, double highest, double goal) {
        return new Strip(html, 0, Math.max(highest, Double.isFinite(goal) ? goal : 0) * 1.04, "goal", goal);
    }

    /** Returns a strip of differences as shares, to either side of a line that stands for none. */
    static Strip ofDifferences(Html html, double greatest) {
        double most = Math.max(greatest, 0.001) * 1.04;
        return new Strip(html, -most, most, "none", 0);
    }

    /** Returns the end of an interval, or its estimate where it has no end. */
    static double reach(Interval interval) {
        return Figures.bounded(interval) ? interval.high() : interval.mean();
    }

    void draw(Interval only) {
        begin();
        span("span", only, 6, 6);
        end();
    }

    void draw(Interval above, Interval below) {
        begin();
        span("span", above, 2, 5);
        span("span model", below, 11, 5);
        end();
    }

    private void begin() {
        html.open("td", "class", "strip");
        html.open("svg", "viewBox", "0 0 240 18", "aria-hidden", "true", "preserveAspectRatio", "none");
        rectangle("track", 0, 8, WIDTH, 2);
    }

    private void end() {
        if (Double.isFinite(line)) {
            rectangle(style, x(line) - 0.75, 0, 1.5, 18);
        }
        html.close("svg", "td");
    }

    private void span(String name, Interval interval, int top, int height) {
        if (Figures.bounded(interval)) {
            double low = x(interval.low());
            rectangle(name, low, top, Math.max(3, x(interval.high()) - low), height);
        }
    }

    private void rectangle(String name, double left, int top, double width, int height) {
        String round = name.startsWith("span") ? "2" : "0";
        html.open(
                        "rect",
                        "class",
                        name,
                        "x",
                        text(left),
                        "y",
                        "" + top,
                        "width",
                        text(width),
                        "height",
                        "" + height,
                        "rx",
                        round)
                .close("rect");
    }

    /** Returns the place of a value within the cell. */
    private double x(double value) {
        return Math.max(0, Math.min(1, (value - least) / (most - least))) * WIDTH;
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
