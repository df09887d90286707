package dev.poolfit.database;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes a statement in short: its verb and its table. Values, which drivers may write into it, and comments are left out first; the text may
 * be cut within one.
 */
enum BriefStatement {
    /** Double quotes surround values, and a backslash hides a quote. */
    MYSQL(
            "'[^'\\\\]*+(?:(?:''|\\\\.)[^'\\\\]*+)*+(?:'|\\\\?\\z)"
                    + "|\"[^\"\\\\]*+(?:(?:\"\"|\\\\.)[^\"\\\\]*+)*+(?:\"|\\\\?\\z)|#[^\\n]*|`[^`]*+`?",
            '`'),
    /** Double quotes surround names. */
    POSTGRESQL(
            "(?<![\\w$])[eE]'[^'\\\\]*+(?:(?:''|\\\\.)[^'\\\\]*+)*+(?:'|\\\\?\\z)|'[^']*+(?:'|\\z)"
                    + "|(?<![\\w$])\\$(?<tag>\\w*)\\$.*?(?:\\$\\k<tag>\\$|\\z)|\"[^\"]*+\"?",
            '"');

    private static final String COMMENTS = "|/\\*.*?(?:\\*/|\\z)|--[^\\n]*";

    /** Functions with a word of their own before their values. */
    private static final Pattern FUNCTION =
            Pattern.compile("(?i)\\b(?:extract|substring|trim|overlay|position)\\s*\\([^()]*\\)");

    private static final Pattern TABLE = Pattern.compile("(?isU)\\b(?:(?<into>insert|replace|merge)"
            + "(?:\\s+(?:low_priority|high_priority|delayed|ignore))*(?:\\s+into)?"
            + "|(?<update>update)(?:\\s+(?:low_priority|ignore|only))*"
            + "|(?<from>select|delete)\\b.*?\\bfrom(?:\\s+only)?)\\s+(?<table>[\\p{L}_`\"][\\w$.`\"]*)");

    private final Pattern apart;
    /** What a name begins with. */
    private final char quote;

    BriefStatement(String values, char quote) {
        this.quote = quote;
        apart = Pattern.compile(values + COMMENTS, Pattern.DOTALL);
    }

    /** Returns such as {@code update stock}; that a session does nothing where it runs none. */
    String of(@Nullable String sql) {
        if (sql == null || sql.isBlank()) {
            return BlockedSession.IDLE;
        }
        String code = apart.matcher(sql)
                .replaceAll(
                        found -> found.group().charAt(0) == quote ? Matcher.quoteReplacement(found.group()) : " ? ");
        Matcher known = TABLE.matcher(FUNCTION.matcher(code).replaceAll("?"));
        return known.find() ? said(known).toLowerCase(Locale.ROOT).replaceAll("[`\"]", "") : "a statement";
    }

    private static String said(Matcher known) {
        String table = " " + known.group("table");
        if (known.group("update") != null) {
            return "update" + table;
        }
        String verb = known.group("into") != null ? known.group("into") + " into" : known.group("from");
        return (verb.equalsIgnoreCase("delete") ? "delete from" : verb) + table;
    }
}
