package dev.poolfit.database;

import java.util.Locale;
import java.util.regex.Pattern;

/** Tells statements apart by their words alone: service, driver and database write blanks, quotes and parameters in their own ways. */
public record StatementKey(String words) {
    /** The number of characters that tell one statement from another. */
    private static final int ENOUGH = 200;

    /** Matches values as drivers and people write them, a literal with the word before it, and comments. */
    private static final Pattern VALUES = Pattern.compile(
            "(?:(?<![\\w$`\"])(?:_\\w+\\s*|[nxb]))?(?:'[^'\\\\]*+(?:(?:''|\\\\.)[^'\\\\]*+)*+'|\\?)"
                    + "|(?<![\\w$`\"])(?:0x[0-9a-f]+|-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)\\b"
                    + "|\\b(?:null|true|false)\\b|/\\*.*?\\*/|--(?=\\s)[^\\n]*",
            Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

    /** Of a statement, with its values or without. */
    public static StatementKey of(String sql) {
        return new StatementKey(withoutValues(sql)
                .toLowerCase(Locale.ROOT)
                .replaceAll("\\$\\d+|\\.\\.\\.|…", "")
                // MySQL and MariaDB write so what was sent as distinct.
                .replaceAll("\\bdistinctrow\\b", "distinct")
                .replaceAll("[^\\p{L}\\p{N}_*]", ""));
    }

    /** Writes a question mark in the place of each value and comment. */
    static String withoutValues(String sql) {
        return VALUES.matcher(sql).replaceAll("?");
    }

    /** Returns whether both are of one statement, of which one may be cut at its end. */
    boolean matches(StatementKey other) {
        int common = Math.min(ENOUGH, Math.min(words.length(), other.words.length()));
        return common > 0
                && words.regionMatches(0, other.words, 0, common)
                && (words.length() == other.words.length() || Math.min(words.length(), other.words.length()) >= ENOUGH);
    }
}
