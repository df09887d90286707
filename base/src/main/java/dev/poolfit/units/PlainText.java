package dev.poolfit.units;

import java.util.regex.Pattern;

/** Text from elsewhere, made fit to stand in a sentence, in a terminal or in a comment: on one line and not too long. */
public final class PlainText {
    /**
     * Control characters (C0, DEL and C1), among them U+0085, which YAML 1.1 takes for a line's end as it does U+2028 and
     * U+2029; what turns the direction of writing (Unicode's Bidi_Control); and what no text in UTF-8 can hold.
     */
    private static final String UNFIT_ONES =
            "\\p{Cc}\\p{Cs}\\u2028\\u2029\\u061C\\u200E\\u200F\\u202A-\\u202E" + "\\u2066-\\u2069\\uFFFE\\uFFFF";

    private static final Pattern UNFIT = Pattern.compile("[" + UNFIT_ONES + "]");
    private static final Pattern UNFIT_IN_LINES = Pattern.compile("[" + UNFIT_ONES + "&&[^\\t\\n]]");

    private PlainText() {}

    /** Returns the text on one line, a blank for each character that could steer a terminal or break a line. */
    public static String line(String text) {
        return UNFIT.matcher(text).replaceAll(" ");
    }

    /** Returns the text of several lines without such characters; its line feeds and tabs stay. */
    public static String lines(String text) {
        return UNFIT_IN_LINES.matcher(text).replaceAll(" ");
    }

    /** Returns whether {@link #line} would change nothing. */
    public static boolean isLine(String text) {
        return !UNFIT.matcher(text).find();
    }

    /**
     * Returns the beginning of a text, with an ellipsis where something is left off.
     *
     * @param most the most characters that are kept; at least 1
     */
    public static String shortened(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        boolean halved = Character.isHighSurrogate(text.charAt(most - 1));
        return text.substring(0, halved ? most - 1 : most) + "…";
    }
}
