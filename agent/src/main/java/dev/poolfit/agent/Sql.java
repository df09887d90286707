package dev.poolfit.agent;

import java.util.Locale;
import java.util.Set;

/**
 * Makes the shape of a statement: without the values in it, which may be secrets, and in one line. Statements of one
 * shape differ in values alone. Where a statement may be read in two ways, the rest of it is left out.
 */
final class Sql {
    private static final int LONGEST = 400;
    private static final int MOST_READ = 4_000;
    private static final int LONGEST_KEYWORD = 16;

    /** The first words of statements whose secrets are in literals alone; those about users may hold bare passwords. */
    private static final Set<String> SHOWN = Set.of(
            "select",
            "insert",
            "update",
            "delete",
            "with",
            "merge",
            "replace",
            "values",
            "table",
            "upsert",
            "explain",
            "describe",
            "begin",
            "start",
            "commit",
            "rollback",
            "savepoint",
            "release",
            "lock",
            "truncate",
            "refresh",
            "analyze",
            "show",
            "use",
            "end");
    /** The words for what is created or dropped that may be shown. */
    private static final Set<String> OBJECTS =
            Set.of("table", "index", "unique", "view", "temporary", "temp", "materialized", "sequence", "schema", "if");

    private static final Set<String> PASSWORD_FOLLOWS = Set.of("by", "with", "via", "as");

    private final SqlText text;
    private final SqlDialect dialect;
    private final SqlShape shape = new SqlShape();
    private boolean hidden;
    private boolean first = true;
    /** The next word says what is created or dropped. */
    private boolean object;

    private boolean identified;

    private Sql(CharSequence text, SqlDialect dialect) {
        this.text = new SqlText(text, dialect, MOST_READ);
        this.dialect = dialect;
    }

    /** Returns the shape of a statement, of at most 400 characters. */
    static String shape(CharSequence sql, SqlDialect dialect) {
        return new Sql(sql, dialect).read();
    }

    private String read() {
        while (!hidden && !text.isDoubtful() && !text.atEnd() && shape.length() <= LONGEST) {
            char next = text.next();
            if (next <= ' ') {
                text.step();
                shape.blank();
            } else if (text.comment()) {
                shape.blank();
            } else if (!text.isDoubtful()) {
                token(next);
            }
        }
        return shape.text(hidden || text.isDoubtful() || !text.isWhole(), LONGEST);
    }

    private void token(char next) {
        int from = text.at();
        if (next == '\'' || next == '"' && !dialect.namesInQuotes()) {
            text.quoted(next, false);
            shape.value();
        } else if (next == '"' || next == '`' && dialect == SqlDialect.MYSQL) {
            text.quoted(next, true);
            shape.add(text.since(from));
        } else if (next == '?') {
            text.step();
            shape.value();
        } else if (text.isDigitAt(0) || next == '.' && text.isDigitAt(1)) {
            text.number();
            shape.value();
        } else if (dialect == SqlDialect.UNKNOWN
                && next >= 0x80
                && Character.getType(next) == Character.CURRENCY_SYMBOL) {
            text.step();
            text.number();
            shape.value();
        } else if (next == '$') {
            if (text.isDollarName()) {
                shape.add(text.since(from));
            } else {
                shape.value();
            }
        } else if (SqlText.isWord(next)) {
            word();
        } else {
            sign(next);
        }
    }

    private void sign(char sign) {
        if (sign == '`' && dialect != SqlDialect.POSTGRESQL || sign == '[' && dialect == SqlDialect.UNKNOWN) {
            text.clear(sign == '[' ? ']' : '`');
        }
        // JDBC's way to call a procedure begins with a brace.
        first = sign == ';' || first && sign != '{';
        object &= sign != ';';
        text.step();
        shape.add(sign);
    }

    private void word() {
        int from = text.at();
        text.word();
        CharSequence found = text.since(from);
        String word = found.length() > LONGEST_KEYWORD ? "" : found.toString().toLowerCase(Locale.ROOT);
        boolean change = word.equals("create") || word.equals("drop");
        boolean unknown = first && !change && !SHOWN.contains(word);
        if (unknown || object && !OBJECTS.contains(word) || identified && PASSWORD_FOLLOWS.contains(word)) {
            shape.add(unknown ? word : "");
            shape.blank();
            hidden = true;
            return;
        }
        object = first && change;
        first = false;
        identified = word.equals("identified");
        shape.add(found);
        if (text.isAt('\'', 0)) {
            prefixed(word);
        }
    }

    /** Reads a literal that its prefix lets be read in a way of its own. */
    private void prefixed(String prefix) {
        if (dialect == SqlDialect.POSTGRESQL && prefix.equals("e")) {
            text.escaped();
            shape.value();
        } else if ((dialect == SqlDialect.STANDARD || dialect == SqlDialect.UNKNOWN)
                && (prefix.equals("q") || prefix.equals("nq"))) {
            // Oracle's q'[…]' ends elsewhere than at a quote.
            shape.value();
            hidden = true;
        }
    }
}
