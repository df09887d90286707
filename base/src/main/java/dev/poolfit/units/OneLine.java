package dev.poolfit.units;

import org.jspecify.annotations.Nullable;

/** Makes one line of a message from what a service, a database or a log said. */
public final class OneLine {
    /** The most characters that are kept. */
    public static final int LONGEST = 300;

    private OneLine() {}

    /** Returns the text without line feeds and other control characters, and cut after {@value #LONGEST} characters. */
    public static String of(@Nullable String text) {
        if (text == null) {
            return "no reason was given";
        }
        String line = PlainText.line(PlainText.shortened(text, 4 * LONGEST)).strip();
        return line.length() > LONGEST ? PlainText.shortened(line, LONGEST - 1) : line;
    }
}
