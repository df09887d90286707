package dev.poolfit.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text for a terminal of 80 columns; what does not fit stands below its beginning, behind its label or number. */
public final class HangingText {
    /** Blanks, then a label with two blanks behind it, or the number of a step. */
    private static final Pattern BEGINNING = Pattern.compile("( *(?:\\S+ {2,}|\\d+\\. )?)(.*)", Pattern.DOTALL);

    private HangingText() {}

    /** The text, in lines. */
    public static String wrapped(String text) {
        Matcher parts = BEGINNING.matcher(text);
        if (Columns.width(text) <= Columns.TERMINAL || !parts.matches()) {
            return text;
        }
        String beginning = parts.group(1);
        int indent = beginning.isEmpty() ? 2 : Columns.width(beginning);
        return beginning
                + String.join("\n" + " ".repeat(indent), Columns.wrap(parts.group(2), Columns.TERMINAL - indent));
    }
}
