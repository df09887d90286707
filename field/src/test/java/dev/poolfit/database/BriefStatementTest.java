package dev.poolfit.database;

import static dev.poolfit.database.BriefStatement.MYSQL;
import static dev.poolfit.database.BriefStatement.POSTGRESQL;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a session runs is told by its verb and table; drivers send the values within the statement, and those are shown nowhere. */
class BriefStatementTest {
    private static final String SECRET = "Bob_4711";

    @ParameterizedTest
    @EnumSource
    void a_table_is_that_of_the_verb_and_no_value_is_taken_for_one(BriefStatement product) {
        assertThat(product.of("update account set note='transfer from Bob_4711' where id = 1"))
                .isEqualTo("update account");
        assertThat(product.of("update orders set x = (select a from customers where id = 1)"))
                .isEqualTo("update orders");
        assertThat(product.of("SELECT 'it''s from Bob_4711', o.id\nFROM orders o"))
                .isEqualTo("select orders");
        assertThat(product.of("/* from Bob_4711 */ select -- from Bob_4711\n id from shop.item"))
                .isEqualTo("select shop.item");
        assertThat(product.of("INSERT INTO Item (a) SELECT b FROM other")).isEqualTo("insert into item");
        assertThat(product.of("merge into stock s using sale t on (s.id = t.id)"))
                .isEqualTo("merge into stock");
        assertThat(product.of("delete from 주문 where id = 1")).isEqualTo("delete from 주문");
        assertThat(product.of("select extract(year from created) from (select created from orders) t"))
                .isEqualTo("select orders");
    }

    @ParameterizedTest
    @EnumSource
    void what_names_no_table_shows_none(BriefStatement product) {
        assertThat(product.of("select 'from Bob_4711'")).isEqualTo("a statement");
        assertThat(product.of("select 4711")).isEqualTo("a statement");
        assertThat(product.of("select 'cut within a value from Bob_4711")).isEqualTo("a statement");
        assertThat(product.of(" ")).isEqualTo(BlockedSession.IDLE);
        assertThat(product.of(null)).isEqualTo(BlockedSession.IDLE);
    }

    @Test
    void each_server_has_values_of_its_own_kinds() {
        assertThat(MYSQL.of("select \"x from Bob_4711\", 'it\\'s from Bob_4711' # from Bob_4711\n from `Order`"))
                .isEqualTo("select order");
        assertThat(MYSQL.of("delete low_priority t from item t join part p on p.id = t.id"))
                .isEqualTo("delete from item");
        assertThat(MYSQL.of("insert ignore item values (1) on duplicate key update a = 2"))
                .isEqualTo("insert into item");
        assertThat(POSTGRESQL.of("select 'C:\\', E'it\\'s from Bob_4711', $x$ from Bob_4711 $x$ from only \"Order\""))
                .isEqualTo("select order");
    }

    @Test
    void a_long_value_is_left_out_as_a_short_one_is() {
        String value = "it''s \\\\ from Bob_4711 ".repeat(40_000);

        assertThat(MYSQL.of("select '" + value + "' from item"))
                .doesNotContainIgnoringCase(SECRET)
                .isEqualTo("select item");
        assertThat(POSTGRESQL.of("select e'" + value + "' from item")).isEqualTo("select item");
    }
}
