package dev.poolfit.agent;

import java.util.List;
import java.util.Random;

/** Writes statements as a database's grammar has them, with a secret in each literal and each comment. */
final class SecretStatements {
    static final String SECRET = "hunter";
    static final String DIGITS = "8675309";

    /** What lets a careless reader lose where it is. */
    private static final List<String> SNARES = List.of(
            "/*",
            "*/",
            "--",
            "-- ",
            "#",
            "$$",
            "$a$",
            "$",
            "`",
            "[",
            "]",
            "{",
            ";",
            "?",
            "(",
            ")",
            ",",
            "''",
            "\n",
            "\r",
            " ",
            "é",
            "E",
            "/*!",
            "/*+",
            "::",
            "x",
            "5",
            "q'[".replace("'", ""),
            "identified by ",
            "\u3000",
            "\uD83D\uDE00");

    private final boolean mysql;
    private final Random random;

    SecretStatements(SqlDialect dialect, Random random) {
        mysql = dialect == SqlDialect.MYSQL;
        this.random = random;
    }

    String statement() {
        String one = one();
        return gapOrNone() + one + (random.nextInt(10) == 0 ? gapOrNone() + ";" + gapOrNone() + one() : "");
    }

    private String one() {
        return switch (random.nextInt(mysql ? 12 : 11)) {
            case 0, 1 -> "select" + gap() + columns() + gap() + "from" + gap() + name() + where();
            case 2 ->
                "insert into" + gap() + name() + gap() + "values" + gapOrNone() + "(" + list() + ")" + gapOrNone()
                        + ", (" + list() + ")";
            case 3 ->
                "update" + gap() + name() + gap() + "set" + gap() + name() + gapOrNone() + "=" + gapOrNone() + literal()
                        + where();
            case 4 -> "delete from" + gap() + name() + where();
            case 5 -> "with x as (select" + gap() + literal() + ") select * from x" + where();
            case 6 -> account();
            case 7 -> "create table" + gap() + name() + " (a text default" + gap() + literal() + ")";
            case 8 -> "{call p(" + list() + ")}";
            case 9 -> "select" + gap() + name() + "(" + list() + ")" + gap() + "limit" + gap() + number();
            case 10 -> "select" + gap() + literal() + where();
            default -> "select" + gap() + literal() + "--" + literal() + gap() + "from" + gap() + name() + where();
        };
    }

    private String account() {
        String user =
                pick("alter user", "create user", "create role", "grant all on x to", "alter role", "create login");
        return pick(
                user.replace(" ", gap()) + gap() + "u" + gap() + "identified" + gap() + "by" + gap()
                        + pick(SECRET, literal()),
                user.replace(" ", gap()) + gap() + "u" + gap() + "password" + gap() + pick(SECRET, literal()),
                "set" + gap() + "password" + gap() + "=" + gap() + pick(SECRET, literal()),
                "create server s options (password" + gap() + literal() + ")",
                "change master to master_password=" + pick(SECRET, literal()),
                "do" + gap() + literal(),
                "call" + gap() + "p(" + SECRET + ")");
    }

    private String where() {
        return random.nextInt(4) == 0
                ? ""
                : gap() + "where" + gap() + name() + gapOrNone() + pick("=", "<", "like ", "in (", ">=") + gapOrNone()
                        + list() + gapOrNone() + ")";
    }

    private String columns() {
        return random.nextInt(3) == 0 ? list() : name() + gapOrNone() + "," + gapOrNone() + literal() + gap() + "as x";
    }

    private String list() {
        var list = new StringBuilder(literal());
        for (int i = random.nextInt(3); i > 0; i--) {
            list.append(gapOrNone()).append(',').append(gapOrNone()).append(literal());
        }
        return list.toString();
    }

    private String name() {
        return mysql
                ? pick("t1", "orders", "a$b$c", "`it's`", "`a ``b\\`", "t.id", "a_1", "`\"`", "`/*`", "`--`", "@x")
                : pick(
                        "t1",
                        "orders",
                        "a$b$c",
                        "\"it's\"",
                        "\"a \"\"b\\\"",
                        "t.id",
                        "a_1",
                        "é$a$",
                        "\"$$\"",
                        "\"/*\"",
                        "\"`\"");
    }

    private String literal() {
        return switch (random.nextInt(mysql ? 8 : 9)) {
            case 0 -> number();
            case 1 -> "'" + SECRET + random.nextInt(100) + "'";
            case 2, 3 -> quoted('\'', mysql ? pick("", "N", "n", "_utf8", "_utf8mb4 ", "_latin1") : "", mysql);
            case 4 -> mysql ? quoted('"', pick("", "", "_utf8"), true) : quoted('\'', pick("E", "e"), true);
            case 5 -> pick("x'", "X'", "b'", "B'") + DIGITS + "'";
            case 6 ->
                mysql
                        ? quoted('"', "", true) + " " + quoted('\'', "", true)
                        : pick("'", "E'") + SECRET + "'\n'" + inside('\'', false) + "'";
            case 7 -> mysql ? "{d '" + SECRET + "'}" : quoted('\'', pick("U&", "u&", "N", "date"), false);
            default -> dollars();
        };
    }

    private String number() {
        String number = pick(
                DIGITS,
                DIGITS + ".5",
                "." + DIGITS,
                DIGITS + "e5",
                "1e" + DIGITS,
                "1e+" + DIGITS,
                "1.5E-" + DIGITS,
                "0x" + DIGITS,
                "0X" + DIGITS + "F",
                "-" + DIGITS,
                "0." + DIGITS,
                DIGITS + ".");
        return mysql ? number : pick(number, "8_675_309", "0o" + DIGITS, "0b" + DIGITS, "$1", DIGITS + "::int");
    }

    private String quoted(char quote, String prefix, boolean escapes) {
        return prefix + quote + inside(quote, escapes) + quote;
    }

    /** A text that the database reads to its end, with the secret before and after what may lead astray. */
    private String inside(char quote, boolean escapes) {
        var text = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            text.append(random.nextInt(3) == 0 ? "" : SECRET);
            String snare = switch (random.nextInt(6)) {
                case 0 ->
                    escapes ? pick("\\" + quote, "\\\\", "\\n", "\\\\\\" + quote, "\\0") : pick("\\", "\\n", "\\\\");
                case 1 -> "" + quote + quote;
                case 2 -> quote == '\'' ? "\"" : "'";
                default -> SNARES.get(random.nextInt(SNARES.size())).replace("''", "" + quote + quote);
            };
            text.append(snare);
        }
        return text.append(SECRET).toString();
    }

    private String dollars() {
        String tag = pick("$$", "$a$", "$_b1$", "$é$", "$" + "t".repeat(40) + "$");
        String text =
                inside('\'', false).replace(tag, "") + pick("", "'", "\"", "/*", "--", "$x$".equals(tag) ? "" : "$x");
        return tag + text.replace("$", tag.equals("$$") ? "" : "$").replace(tag, "") + " " + tag;
    }

    private String gapOrNone() {
        return random.nextInt(3) == 0 ? gap() : "";
    }

    private String gap() {
        return random.nextInt(3) > 0 ? " " : " " + comment() + " ";
    }

    private String comment() {
        String text =
                SECRET + pick("", " it's ", "\"", "`", "$$", "--", "$a$", "'" + SECRET + "'", "/", "*", "\\", ";");
        return switch (random.nextInt(mysql ? 6 : 4)) {
            case 0, 1 -> "/*" + text + " */";
            case 2 -> "-- " + text + "\n";
            case 3 ->
                mysql
                        ? "/* a /* " + text + " */"
                        : "/* a /* " + text + pick(" */", " /* x */ */") + " " + text + " */" + "--" + text + "\r";
            case 4 -> "#" + text + "\n";
            default ->
                pick(
                        "/*!50000 " + SECRET + " */",
                        "/*! '*/" + SECRET + "' */",
                        "/*!99999 it's " + SECRET + " */",
                        "/*M!100100 " + DIGITS + " */",
                        "/*+ INDEX(`a*`) " + SECRET + " */");
        };
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
