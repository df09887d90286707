package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A secret in any literal, comment or account statement of MySQL's, MariaDB's and PostgreSQL's grammar is never told. */
class SqlSecretsTest {
    private static final int STATEMENTS = 60_000;

    @ParameterizedTest
    @CsvSource({"MYSQL, MYSQL", "POSTGRESQL, POSTGRESQL", "MYSQL, UNKNOWN", "POSTGRESQL, UNKNOWN"})
    void no_secret_is_told(SqlDialect written, SqlDialect read) {
        var writer = new SecretStatements(written, new Random(7));
        int whole = 0;
        for (int i = 0; i < STATEMENTS; i++) {
            String sql = writer.statement();
            String shape = Sql.shape(sql, read);
            String told = shape.toLowerCase(Locale.ROOT).replace("_", "");
            if (told.contains(SecretStatements.SECRET) || told.contains(SecretStatements.DIGITS)) {
                throw new AssertionError("told:   " + shape + "\nwritten: " + sql);
            }
            whole += shape.endsWith("…") ? 0 : 1;
        }
        // Otherwise it would be enough to tell nothing.
        assertThat(whole).isGreaterThan(read == SqlDialect.UNKNOWN ? STATEMENTS / 20 : STATEMENTS / 5);
    }

    @ParameterizedTest
    @CsvSource({"MYSQL", "POSTGRESQL"})
    void a_statement_without_snares_keeps_its_shape(SqlDialect dialect) {
        var random = new Random(11);
        for (int i = 0; i < STATEMENTS; i++) {
            String table = "t" + random.nextInt(50) + "_orders";
            String column = "c" + random.nextInt(50);
            String value = plain(random);
            String other = plain(random);
            switch (random.nextInt(4)) {
                case 0 ->
                    same(
                            "select " + column + " from " + table + " where a = " + value + " and b > " + other,
                            "select " + column + " from " + table + " where a = ? and b > ?",
                            dialect);
                case 1 ->
                    same(
                            "insert into " + table + " (a, " + column + ") values (" + value + ", " + other + ")",
                            "insert into " + table + " (a, " + column + ") values (?, …)",
                            dialect);
                case 2 ->
                    same(
                            "update " + table + " set " + column + "=" + value + " /* note */ where id=" + other,
                            "update " + table + " set " + column + "=? where id=?",
                            dialect);
                default ->
                    same(
                            "delete from " + table + " where " + column + " in (" + value + "," + other + ") -- why",
                            "delete from " + table + " where " + column + " in (?, …)",
                            dialect);
            }
        }
    }

    private static void same(String sql, String shape, SqlDialect dialect) {
        assertThat(Sql.shape(sql, dialect)).isEqualTo(shape);
    }

    private static String plain(Random random) {
        return List.of(
                        "?",
                        "'it''s " + random.nextInt() + "'",
                        "" + random.nextInt(9999),
                        "1.5e" + random.nextInt(9),
                        "x'4F'",
                        "'" + "a".repeat(random.nextInt(20)) + "'",
                        "0xFF",
                        ".5")
                .get(random.nextInt(8))
                .replace("x'4F'", "'x'");
    }
}
