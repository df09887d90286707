package dev.poolfit.report;

import dev.poolfit.units.IntRange;
import dev.poolfit.units.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text as a terminal lays it out: Korean, Chinese and Japanese characters take two columns. */
public final class Columns {
    private static final List<IntRange> WIDE = List.of(
            new IntRange(0x1100, 0x115F),
            new IntRange(0x2E80, 0xA4CF),
            new IntRange(0xAC00, 0xD7A3),
            new IntRange(0xF900, 0xFAFF),
            new IntRange(0xFE30, 0xFE6F),
            new IntRange(0xFF00, 0xFF60),
            new IntRange(0x1F300, 0x1FAFF),
            new IntRange(0x20000, 0x3FFFD));
    /** The columns of every terminal. */
    public static final int TERMINAL = 80;

    /** Blanks, then a label with two blanks behind it, or the number of a step. */
    private static final Pattern BEGINNING = Pattern.compile("( *(?:\\S+ {2,}|\\d+\\. )?)(.*)", Pattern.DOTALL);

    private static final Pattern BLANKS = Pattern.compile(" +");

    private Columns() {}

    static int width(String text) {
        return text.codePoints().map(Columns::width).sum();
    }

    /** Returns the text with blanks after it, or before it when it is to stand at the right. */
    static String pad(String text, int columns, boolean right) {
        String blanks = " ".repeat(Math.max(0, columns - width(text)));
        return right ? blanks + text : text + blanks;
    }

    /** Returns the text cut to so many columns, with an ellipsis where something is left off. */
    public static String truncate(String text, int columns) {
        if (width(text) <= columns) {
            return text;
        }
        var kept = new StringBuilder();
        int used = 1;
        for (int point : text.codePoints().toArray()) {
            used += width(point);
            if (used > columns) {
                break;
            }
            kept.appendCodePoint(point);
        }
        return kept + "…";
    }

    /** Returns the text with blanks that no line breaks at, between a figure and its unit. */
    static String bound(String text) {
        return text.replaceAll("(?<=\\d) (?=(?:ms|s|min|h|%)(?![\\w/]))", "\u00A0");
    }

    /** Returns the lines of at most so many columns, broken at blanks; a longer word is broken where it must be. */
    public static List<String> wrap(String text, int columns) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (String word : BLANKS.split(bound(text.strip()), -1)) {
            if (!line.isEmpty() && width(line.toString()) + 1 + width(word) > columns) {
                lines.add(line.toString());
                line.setLength(0);
            }
            if (!line.isEmpty()) {
                line.append(' ');
            }
            for (int point : word.codePoints().toArray()) {
                if (width(line.toString()) + width(point) > columns) {
                    lines.add(line.toString());
                    line.setLength(0);
                }
                line.appendCodePoint(point);
            }
        }
        lines.add(line.toString());
        lines.replaceAll(each -> each.replace('\u00A0', ' '));
        return lines;
    }

    /** Returns text for a terminal: what does not fit stands below its beginning, behind its label or number. */
    public static String hanging(String text) {
        Matcher parts = BEGINNING.matcher(text);
        if (width(text) <= TERMINAL || !parts.matches()) {
            return text;
        }
        String beginning = parts.group(1);
        int indent = beginning.isEmpty() ? 2 : width(beginning);
        return beginning + String.join("\n" + " ".repeat(indent), wrap(parts.group(2), TERMINAL - indent));
    }

    /** Returns the text without control characters, so that a name cannot steer the terminal or break a line. */
    public static String clean(String text) {
        return PlainText.line(text);
    }

    private static int width(int point) {
        int type = Character.getType(point);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        return WIDE.stream().anyMatch(range -> range.contains(point)) ? 2 : 1;
    }
}
