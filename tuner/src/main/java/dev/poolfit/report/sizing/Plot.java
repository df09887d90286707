package dev.poolfit.report.sizing;

import dev.poolfit.report.Html;
import java.util.Locale;

/** A picture with a vertical axis from 0 and a horizontal one, drawn without a script. */
public final class Plot {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 240;
    private static final int LEFT = 56;
    private static final int BOTTOM = 30;
    private static final int TOP = 14;
    private static final int RIGHT = 14;

    private final Html html;
    private final double from;
    private final double to;
    private final double most;

    /**
     * Begins a picture, which {@link #end} ends.
     *
     * @param words what it shows, for who cannot see it
     * @param from the left end of the horizontal axis
     * @param to the right end
     * @param most the upper end of the vertical axis
     */
    public Plot(Html html, String words, double from, double to, double most) {
        this.html = html;
        this.from = from;
        this.to = to;
        this.most = most;
        html.open("svg", "class", "plot", "viewBox", "0 0 " + WIDTH + " " + HEIGHT, "role", "img", "aria-label", words);
        line("axis", from, 0, to, 0);
    }

    private double x(double value) {
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - from) / Math.max(1e-9, to - from);
    }

    private double y(double value) {
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / Math.max(1e-9, most);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** Draws a line of a style of the page. */
    public Plot line(String style, double x1, double y1, double x2, double y2) {
        html.open(
                        "line",
                        "class",
                        style,
                        "x1",
                        number(x(x1)),
                        "y1",
                        number(y(y1)),
                        "x2",
                        number(x(x2)),
                        "y2",
                        number(y(y2)))
                .close("line");
        return this;
    }

    /** Draws a point, with a title for who points at it. */
    public Plot dot(String style, double x, double y, String title) {
        html.open("circle", "class", style, "cx", number(x(x)), "cy", number(y(y)), "r", "4");
        html.element("title", title).close("circle");
        return this;
    }

    /** Draws a bar from the horizontal axis up. */
    public Plot bar(String style, double x1, double x2, double height, String title) {
        html.open(
                "rect",
                "class",
                style,
                "x",
                number(x(x1)),
                "y",
                number(y(height)),
                "width",
                number(Math.max(0.5, x(x2) - x(x1) - 0.5)),
                "height",
                number(y(0) - y(height)));
        html.element("title", title).close("rect");
        return this;
    }

    private Plot text(String style, double x, double y, String anchor, String text) {
        html.element("text", text, "class", style, "x", number(x), "y", number(y), "text-anchor", anchor);
        return this;
    }

    /** Writes a label below the horizontal axis. */
    public Plot below(double x, String text) {
        return text("tick", x(x), HEIGHT - 10, "middle", text);
    }

    /** Writes a label at the vertical axis, with a line across. */
    public Plot beside(double y, String text) {
        line("grid", from, y, to, y);
        return text("tick", LEFT - 8, y(y) + 4, "end", text);
    }

    /** Writes words at the top of a place, to its right or, in the right half, to its left. */
    public Plot atTop(double x, String text, int row) {
        boolean right = x(x) > WIDTH / 2.0;
        return text("name", x(x) + (right ? -6 : 6), TOP + 12 + 18.0 * row, right ? "end" : "start", text);
    }

    /** Writes the name of a falling line beside one of its points: above it to the right, or below it to the left. */
    public Plot name(double x, double y, String text, boolean above) {
        return above ? text("name", x(x) + 8, y(y) - 6, "start", text) : text("name", x(x) - 8, y(y) + 14, "end", text);
    }

    /** Ends the picture. */
    public void end() {
        html.close("svg");
    }
}
