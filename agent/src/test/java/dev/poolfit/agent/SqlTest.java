package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** No value of a statement is told, and statements that differ in values alone have one shape. */
class SqlTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0000',
            value = {
                "select * from users where name = 'O''Neil' and pin=1234|select * from users where name = ? and pin=?",
                "select t1.id from table_2 t1 where id in (1, 2,3)|select t1.id from table_2 t1 where id in (?, …)",
                "insert into a values (?, ?, ?), (?, ?, ?)|insert into a values (?), …",
                "/* app=shop, token=abc */ select 1 -- secret|select ?",
                "select   x\tfrom y|select x from y",
                "update a set b = 'it\\|update a set b = ?",
                "select $1::int, 0x1F, 1.5e3 from dual limit 10|select ?::int, ?, … from dual limit ?",
                "select a[1:2], 1_000, .5, 1e-5, 5e+3 from t|select a[?:?], ?, … from t",
                "select \"user\".\"id\" from \"user\"|select \"user\".\"id\" from \"user\"",
                "select $$secret$$|select ?",
                "select 'open|select ?",
                "select $tag$secret$tag$ from dual|select ? from dual",
                "select $t1$it's $$ secret$t1$ from dual|select ? from dual",
                "select a$b$c, x from dual|select a$b$c, x from dual",
                "select E'it\\'s secret' from dual|select E? from dual",
                "select * from a where b like ? escape '\\' and c = ?|select * from a where b like ? escape ? and c = ?",
                "select U&'d\\0061t' from dual|select U&? from dual",
                "select /* a /* nested */ 'secret */ x from y|select x from y",
                "alter user shop identified by \"secret\"|alter …",
                "/* c */ alter user shop identified by secret|alter …",
                "select 1; /* c */ create user shop identified by secret|select ?; create …",
                "set password for shop = 'secret'|set …",
                "{call add_user(?, 'secret')}|{call add_user(?, …)}",
                "create table a (id int default 5)|create table a (id int default ?)",
                "select data ? 'key', data #> '{a}' from t|select data ? ?, data #> ? from t",
                "select * from a where x = ? and y in (?,?, ?)|select * from a where x = ? and y in (?, …)",
            })
    void values_are_left_out_as_postgresql_reads_them(String sql, String shape) {
        assertThat(Sql.shape(sql, SqlDialect.POSTGRESQL)).isEqualTo(shape);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0000',
            value = {
                "select * from `users` where name = \"secret\" # note|select * from `users` where name = ?",
                "select * from `users` where name = \"secret \\\" word\" # note|select * from `users` where name = ?…",
                "select * from `users` where name = 'it\\'s' and x = 'y'|select * from `users` where name = ?…",
                "select 5--'secret'|select ?--?",
                "select 5 -- 'secret|select ?",
                "select /*! STRAIGHT_JOIN */ a from b|select a from b",
                "select /*!50000 'a*/secret' */ a from b|select …",
                "select /* a /* not nested */ a from b|select a from b",
                "select _utf8mb4'secret', N'secret', x'41', b'1', 0b1 from t|select _utf8mb4?, N?, x?, b?, … from t",
                "select $tag$secret$tag$|select $tag…",
            })
    void values_are_left_out_as_mysql_reads_them(String sql, String shape) {
        assertThat(Sql.shape(sql, SqlDialect.MYSQL)).isEqualTo(shape);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0000',
            value = {
                "select q'[it's secret]' from dual|select q?…",
                "select serial#, \"it's\" from v$session where sid = 5|select serial#, \"it's\" from v$session where sid = ?",
                "select $$secret$$|select $…",
            })
    void values_are_left_out_as_oracle_and_others_read_them(String sql, String shape) {
        assertThat(Sql.shape(sql, SqlDialect.STANDARD)).isEqualTo(shape);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0000',
            value = {
                "select [a b], [order] from [dbo].[t] where [id] = 5|select [a b], [order] from [dbo].[t] where [id] = ?",
                "select [it's] from t where a = 'secret'|select […",
                "select `it's` from t where a = 'secret'|select `…",
                "select * from t where price = $12.5 or price = ₩5000|select * from t where price = ? or price = ?",
                "select * from t where a = \"secret\"|select * from t where a = ?",
                "select a # secret|select a …",
                "select '''a'b secret''' from t|select ?…",
                "select \"\"\"a\"b secret\"\"\" from t|select ?…",
            })
    void of_an_unknown_database_only_what_all_read_alike_is_told(String sql, String shape) {
        assertThat(Sql.shape(sql, SqlDialect.UNKNOWN)).isEqualTo(shape);
    }

    @Test
    void a_line_of_a_comment_ends_where_the_database_ends_it() {
        String sql = "select a -- it's\r, 'x\nsecret' from t";

        assertThat(Sql.shape(sql, SqlDialect.POSTGRESQL)).isEqualTo("select a , ? from t");
        assertThat(Sql.shape("select a -- it's\r, secret\n, 'x' from t", SqlDialect.MYSQL))
                .isEqualTo("select a , ? from t");
        assertThat(Sql.shape(sql, SqlDialect.STANDARD)).isEqualTo("select a …");
    }

    @Test
    void the_database_is_known_by_its_driver_alone() {
        assertThat(SqlDialect.of(String.class)).isEqualTo(SqlDialect.UNKNOWN);
        assertThat(SqlDialect.of("org.postgresql.jdbc.PgConnection")).isEqualTo(SqlDialect.POSTGRESQL);
        assertThat(SqlDialect.of("com.mysql.cj.jdbc.ConnectionImpl")).isEqualTo(SqlDialect.MYSQL);
        assertThat(SqlDialect.of("org.mariadb.jdbc.Connection")).isEqualTo(SqlDialect.MYSQL);
        assertThat(SqlDialect.of("org.h2.jdbc.JdbcConnection").namesInQuotes()).isTrue();
        assertThat(SqlDialect.of("com.shop.db2.oracle.Connection")).isEqualTo(SqlDialect.UNKNOWN);
    }

    @Test
    void a_long_statement_is_cut() {
        String sql = "select " + "column_name, ".repeat(2_000) + "x from y";

        assertThat(Sql.shape(sql, SqlDialect.POSTGRESQL)).hasSize(400).endsWith("…");
    }

    @Test
    void a_list_of_thousands_needs_no_deep_stack() throws Exception {
        String sql = "select * from a where id in (" + "?, ".repeat(5_000) + "?)";
        var shapes = new ArrayList<String>();
        Thread thread = new Thread(null, () -> shapes.add(Sql.shape(sql, SqlDialect.MYSQL)), "small", 180_000);
        thread.start();
        thread.join();

        assertThat(shapes).singleElement().asString().startsWith("select * from a where id in (?, …");
    }

    /** The reading is counted, not timed. */
    @ParameterizedTest
    @EnumSource(SqlDialect.class)
    void of_a_megabyte_of_quotes_and_comments_little_is_read(SqlDialect dialect) {
        for (String pattern : List.of(
                "'",
                "\"",
                "'\\'",
                "`",
                "[",
                "[]",
                "/*",
                "*/",
                "/*!",
                "/*+ */",
                "--",
                "-- \n",
                "#",
                "$",
                "$a",
                "$$",
                "$a$b",
                "(1),",
                "1e+",
                "x'",
                "E'\\",
                "identified ",
                "1,",
                ";select ",
                "{",
                "\r",
                "$" + "a".repeat(60) + "$ ",
                "a\"b'")) {
            String sql = "select " + pattern.repeat(1_000_000 / pattern.length());
            var read = new AtomicLong();

            assertThat(Sql.shape(counted(sql, read), dialect)).hasSizeLessThanOrEqualTo(400);

            assertThat(read).as(pattern).hasValueLessThan(200_000);
        }
    }

    private static CharSequence counted(String text, AtomicLong read) {
        return new CharSequence() {
            @Override
            public int length() {
                return text.length();
            }

            @Override
            public char charAt(int index) {
                read.incrementAndGet();
                return text.charAt(index);
            }

            @Override
            public CharSequence subSequence(int start, int end) {
                read.addAndGet(end - start);
                return text.substring(start, end);
            }

            @Override
            public String toString() {
                throw new AssertionError("all of it is read");
            }
        };
    }
}
