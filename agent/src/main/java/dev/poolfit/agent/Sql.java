package dev.poolfit.agent;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The shape of a statement: without the values in it, which may be secrets, and in one line. Statements of one shape differ
 * in values alone.
 */
final class Sql {
    private static final int LONGEST = 400;
    /** Of a text longer than this the rest is not looked at. */
    private static final int MOST_READ = 4_000;

    private static final String CUT = "…";
    private static final String[] ROWS = {"(?)", "(?, …)"};
    private static final String ONE_ROW = "(?), …";
    /** Statements about users may hold a password anywhere. */
    private static final Pattern ACCOUNTS = Pattern.compile(
            "\\s*(?:create\\s+(?:user|role|login)|alter|grant|set|call|exec|do)\\b", Pattern.CASE_INSENSITIVE);

    private final String text;
    private final boolean quotesValues;
    private final StringBuilder shape = new StringBuilder();
    private int at;
    private boolean ended;

    private Sql(String text, boolean quotesValues) {
        this.text = text.length() > MOST_READ ? text.substring(0, MOST_READ) : text;
        this.quotesValues = quotesValues;
    }

    /**
     * The shape of a statement, of at most 400 characters.
     *
     * @param quotesValues whether double quotes surround values, as in MySQL and MariaDB, and not names
     */
    static String shape(String sql, boolean quotesValues) {
        return new Sql(sql, quotesValues).read();
    }

    private String read() {
        if (ACCOUNTS.matcher(text).lookingAt()) {
            return text.trim().replaceFirst("\\W.*", "").toLowerCase(Locale.ROOT) + " " + CUT;
        }
        while (!ended && at < text.length() && shape.length() <= LONGEST) {
            char next = text.charAt(at);
            if (next == '\'' || next == '"' && quotesValues) {
                skipQuoted(next);
                value();
            } else if (next == '"' || next == '`') {
                int from = at;
                skipQuoted(next);
                shape.append(text, from, at);
            } else if (text.startsWith("--", at) || next == '#' && quotesValues) {
                skipTo("\n");
            } else if (text.startsWith("/*", at)) {
                skipTo("*/");
            } else if (next == '$' && !inWord() && dollarTag() != null) {
                String tag = dollarTag();
                at += tag.length();
                skipTo(tag);
                value();
            } else if (next == '?') {
                at++;
                value();
            } else if (Character.isDigit(next) && !inWord()) {
                while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '.')) {
                    at++;
                }
                value();
            } else if (Character.isWhitespace(next)) {
                at++;
                blank();
            } else {
                shape.append(next);
                at++;
                rows(next);
            }
        }
        String done = shape.toString().trim();
        boolean cut = ended || at < text.length() || done.length() > LONGEST;
        return cut ? done.substring(0, Math.min(done.length(), LONGEST - 1)) + CUT : done;
    }

    private void skipTo(String end) {
        int found = text.indexOf(end, at);
        at = found < 0 ? text.length() : found + end.length();
    }

    private void skipQuoted(char quote) {
        boolean oracle = at > 0 && (text.charAt(at - 1) == 'q' || text.charAt(at - 1) == 'Q');
        at++;
        while (at < text.length()) {
            char next = text.charAt(at++);
            if (next == quote) {
                // Whether a backslash hides a quote is a matter of the server's mode: nothing more can be told then.
                ended |= text.charAt(at - 2) == '\\' && at >= 3;
                if (at < text.length() && text.charAt(at) == quote) {
                    at++;
                } else {
                    break;
                }
            }
        }
        ended |= oracle;
        at = Math.min(at, text.length());
    }

    /** {@code $$} or {@code $name$}, which begins a value of PostgreSQL's; null if it is something else. */
    private String dollarTag() {
        int end = at + 1;
        while (end < text.length() && (Character.isLetter(text.charAt(end)) || text.charAt(end) == '_')) {
            end++;
        }
        return end < text.length() && text.charAt(end) == '$' ? text.substring(at, end + 1) : null;
    }

    /** A value; several in a row are one with more to follow. */
    private void value() {
        int end = shape.length();
        while (end > 0 && shape.charAt(end - 1) == ' ') {
            end--;
        }
        if (end > 0 && shape.charAt(end - 1) == ',') {
            String before = shape.substring(0, end - 1);
            if (before.endsWith("?, " + CUT)) {
                shape.setLength(end - 1);
                return;
            }
            if (before.endsWith("?")) {
                shape.setLength(end - 1);
                shape.append(", ").append(CUT);
                return;
            }
        }
        shape.append('?');
    }

    /** Rows of values in a row are one with more to follow. */
    private void rows(char last) {
        if (last != ')') {
            return;
        }
        for (String row : ROWS) {
            for (String first : ROWS) {
                if (replaced(first + "," + row, ONE_ROW) || replaced(first + ", " + row, ONE_ROW)) {
                    return;
                }
            }
            if (replaced(ONE_ROW + "," + row, ONE_ROW) || replaced(ONE_ROW + ", " + row, ONE_ROW)) {
                return;
            }
        }
    }

    private boolean replaced(String end, String by) {
        int from = shape.length() - end.length();
        if (from < 0 || shape.indexOf(end, from) != from) {
            return false;
        }
        shape.setLength(from);
        shape.append(by);
        return true;
    }

    private void blank() {
        if (shape.length() > 0 && shape.charAt(shape.length() - 1) != ' ') {
            shape.append(' ');
        }
    }

    /** Whether what stands before belongs to the same name, as in {@code t1} or {@code $1}. */
    private boolean inWord() {
        if (at == 0) {
            return false;
        }
        char before = text.charAt(at - 1);
        return Character.isLetterOrDigit(before) || before == '_' || before == '$' || before == ':';
    }
}
