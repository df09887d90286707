package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
                "select $1::int, 0x1F, 1.5e3 from dual limit 10|select $1::int, ?, … from dual limit ?",
                "select \"user\".\"id\" from \"user\"|select \"user\".\"id\" from \"user\"",
                "select $$secret$$|select ?",
                "select 'open|select ?",
                "select $tag$secret$tag$ from dual|select ? from dual",
                "select E'it\\'s secret' from dual|select E?…",
                "select q'[it's secret]' from dual|select q?…",
                "alter user shop identified by \"secret\"|alter …",
                "set password for shop = 'secret'|set …",
                "select * from a where x = ? and y in (?,?, ?)|select * from a where x = ? and y in (?, …)",
            })
    void values_are_left_out(String sql, String shape) {
        assertThat(Sql.shape(sql, false)).isEqualTo(shape);
    }

    @Test
    void double_quotes_surround_values_in_mysql() {
        assertThat(Sql.shape("select * from `users` where name = \"secret \\\" word\" # note", true))
                .isEqualTo("select * from `users` where name = ?…");
    }

    @Test
    void a_long_statement_is_cut() {
        String sql = "select " + "column_name, ".repeat(2_000) + "x from y";

        assertThat(Sql.shape(sql, false)).hasSize(400).endsWith("…");
    }

    @Test
    void a_list_of_thousands_needs_no_deep_stack() throws Exception {
        String sql = "select * from a where id in (" + "?, ".repeat(5_000) + "?)";
        var shapes = new java.util.ArrayList<String>();
        Thread thread = new Thread(null, () -> shapes.add(Sql.shape(sql, false)), "small", 180_000);
        thread.start();
        thread.join();

        assertThat(shapes).singleElement().asString().startsWith("select * from a where id in (?, …");
    }
}
