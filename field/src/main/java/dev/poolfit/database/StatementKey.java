package dev.poolfit.database;

import java.util.Locale;
import java.util.regex.Pattern;

/** Tells statements apart by their words alone: service, driver and database write blanks, quotes and parameters in their own ways. */
public record StatementKey(String words) {
    /** The number of characters that tell one statement from another. */
    private static final int ENOUGH = 200;

    private static final Pattern VALUES = Pattern.compile(
            "'[^'\\\\]*+(?:(?:''|\\\\.)[^'\\\\]*+)*+'|(?<![\\w$`\"])-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?\\b|/\\*.*?\\*/",
            Pattern.DOTALL);

    /** Of a statement without its values. */
    public static StatementKey of(String shape) {
        return new StatementKey(shape.toLowerCase(Locale.ROOT)
                .replaceAll("\\$\\d+|\\.\\.\\.|…", "")
                .replaceAll("[^\\p{L}\\p{N}_*]", ""));
    }

    /** Of a statement with its values. */
    static StatementKey ofText(String sql) {
        return of(VALUES.matcher(sql).replaceAll(""));
    }

    /** Returns whether both are of one statement, of which one may be cut at its end. */
    boolean matches(StatementKey other) {
        int common = Math.min(ENOUGH, Math.min(words.length(), other.words.length()));
        return common > 0
                && words.regionMatches(0, other.words, 0, common)
                && (words.length() == other.words.length() || Math.min(words.length(), other.words.length()) >= ENOUGH);
    }
}
