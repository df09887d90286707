package dev.poolfit.agent;

/** Reads the text of a statement once from left to right: steps over literals and comments as a database does. */
final class SqlText {
    private static final int LONGEST_TAG = 64;

    private final CharSequence text;
    private final SqlDialect dialect;
    private final int length;
    private int at;
    /** Up to here there is nothing that may hide the end of a name. */
    private int cleared;

    private boolean doubtful;

    /** @param most characters that are read */
    SqlText(CharSequence text, SqlDialect dialect, int most) {
        this.text = text;
        this.dialect = dialect;
        length = Math.min(text.length(), most);
    }

    /** Returns whether what follows may be read in two ways. */
    boolean isDoubtful() {
        return doubtful;
    }

    boolean atEnd() {
        return at >= length;
    }

    boolean isWhole() {
        return at >= text.length();
    }

    int at() {
        return at;
    }

    char next() {
        return text.charAt(at);
    }

    void step() {
        at++;
    }

    CharSequence since(int from) {
        return text.subSequence(from, at);
    }

    boolean isAt(char wanted, int ahead) {
        return at + ahead < length && text.charAt(at + ahead) == wanted;
    }

    boolean isDigitAt(int ahead) {
        return at + ahead < length && Character.isDigit(text.charAt(at + ahead));
    }

    /** Returns whether it is a part of a name, as all beyond ASCII is for databases. */
    static boolean isWord(char each) {
        return each == '_' || each == '$' || each >= 0x80 || Character.isLetterOrDigit(each);
    }

    void word() {
        while (at < length && isWord(text.charAt(at))) {
            at++;
        }
    }

    /** Steps over letters, digits, points and the sign of an exponent. */
    void number() {
        boolean hexadecimal = isAt('0', 0) && (isAt('x', 1) || isAt('X', 1));
        while (at < length) {
            char next = text.charAt(at);
            boolean sign =
                    (next == '+' || next == '-') && !hexadecimal && (text.charAt(at - 1) | ' ') == 'e' && isDigitAt(1);
            if (next == '$' || !isWord(next) && next != '.' && !sign) {
                return;
            }
            at++;
        }
    }

    /** Steps over a literal or a name, in which a doubled quote stands for one. */
    void quoted(char quote, boolean name) {
        boolean odd = false;
        boolean ambiguous = false;
        // Three of them begin a literal of several lines for some databases.
        doubtful |= dialect == SqlDialect.UNKNOWN && isAt(quote, 1) && isAt(quote, 2);
        at++;
        while (at < length) {
            char next = text.charAt(at++);
            if (next == '\\') {
                odd = !odd;
                continue;
            }
            if (next == quote) {
                ambiguous |= odd;
                if (!isAt(quote, 0)) {
                    break;
                }
                at++;
            }
            odd = false;
        }
        // Whether a backslash hides a quote is a matter of the server's mode. It does not, if no other quote follows.
        doubtful |= ambiguous && !name && follows(quote);
    }

    private boolean follows(char quote) {
        for (int i = at; i < length; i++) {
            if (text.charAt(i) == quote) {
                return true;
            }
        }
        return length < text.length();
    }

    /** Steps over PostgreSQL's E'…', in which a backslash escapes in each mode of the server. */
    void escaped() {
        at++;
        while (at < length) {
            char next = text.charAt(at++);
            if (next == '\\') {
                at = Math.min(at + 1, length);
            } else if (next == '\'') {
                if (!isAt('\'', 0)) {
                    return;
                }
                at++;
            }
        }
    }

    /** Steps over a number, a value in dollars, or a name, whose sign was not looked at. */
    boolean isDollarName() {
        if (isDigitAt(1)) {
            at++;
            number();
            return false;
        }
        int from = at++;
        while (at < length && at - from <= LONGEST_TAG && !isAt('$', 0) && isWord(text.charAt(at))) {
            at++;
        }
        boolean tag = isAt('$', 0);
        if (tag && dialect == SqlDialect.POSTGRESQL) {
            at++;
            skip(since(from));
            return false;
        }
        doubtful |= tag || at - from > LONGEST_TAG;
        return true;
    }

    private void skip(CharSequence tag) {
        while (at < length) {
            int matched = 0;
            while (matched < tag.length() && isAt(tag.charAt(matched), matched)) {
                matched++;
            }
            if (matched == tag.length()) {
                at += matched;
                return;
            }
            // Of a tag only both ends are dollars, so that none begins within what matched.
            at += Math.max(1, matched);
        }
    }

    boolean comment() {
        int from = at;
        if (isAt('#', 0)) {
            if (dialect.namesInQuotes()) {
                return false;
            }
            line();
            doubtful |= dialect == SqlDialect.UNKNOWN;
            return true;
        }
        if (isAt('-', 0) && isAt('-', 1)) {
            boolean apart = at + 2 >= length || text.charAt(at + 2) <= ' ';
            if (dialect == SqlDialect.MYSQL && !apart) {
                doubtful |= text.charAt(at + 2) >= 0x7F;
                return false;
            }
            line();
            doubtful |= dialect == SqlDialect.UNKNOWN && !apart && mayHide(from + 2, at);
            return true;
        }
        if (isAt('/', 0) && isAt('*', 1)) {
            block();
            return true;
        }
        return false;
    }

    private void line() {
        while (at < length) {
            char next = text.charAt(at++);
            if (next == '\n' || next == '\r' && dialect == SqlDialect.POSTGRESQL) {
                return;
            }
            doubtful |= next == '\r' && dialect != SqlDialect.MYSQL && !isAt('\n', 0);
        }
    }

    private void block() {
        // Code for some versions of MySQL, and hints.
        boolean read =
                dialect != SqlDialect.POSTGRESQL && (isAt('!', 2) || isAt('+', 2) || isAt('M', 2) && isAt('!', 3));
        boolean nests = dialect == SqlDialect.POSTGRESQL;
        at += 2;
        int from = at;
        int depth = 1;
        while (at < length && depth > 0) {
            if (isAt('*', 0) && isAt('/', 1)) {
                depth--;
                at += 2;
            } else if (isAt('/', 0) && isAt('*', 1)) {
                depth += nests ? 1 : 0;
                doubtful |= !nests && dialect != SqlDialect.MYSQL;
                at += nests ? 2 : 1;
            } else {
                at++;
            }
        }
        doubtful |= read && mayHide(from, at - 2);
    }

    /** Looks for a value's begin in a name in brackets or in another database's quotes. */
    void clear(char end) {
        if (at < cleared) {
            return;
        }
        int close = at + 1;
        while (close < length && text.charAt(close) != end) {
            close++;
        }
        doubtful |= mayHide(at + 1, close);
        cleared = close + 1;
    }

    private boolean mayHide(int from, int to) {
        for (int i = from; i < to; i++) {
            char each = text.charAt(i);
            char then = i + 1 < to ? text.charAt(i + 1) : ' ';
            if ("'\"`#\\$".indexOf(each) >= 0 || each == '-' && then == '-' || each == '/' && then == '*') {
                return true;
            }
        }
        return false;
    }
}
