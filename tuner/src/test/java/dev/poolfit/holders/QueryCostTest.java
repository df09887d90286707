package dev.poolfit.holders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.database.DatabaseReport;
import dev.poolfit.database.StatementKey;
import dev.poolfit.database.StatementLoad;
import dev.poolfit.database.StatementPlan;
import dev.poolfit.report.Language;
import dev.poolfit.units.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an index would save is predicted only where the statement returns all rows that the index chooses. */
class QueryCostTest {
    /** Of a database that ran a statement, which read 5,000 rows to return 12. */
    private static DatabaseReport report(String sql, StatementPlan... plans) {
        return new DatabaseReport(
                "MariaDB",
                30,
                List.of(new StatementLoad(sql, 10, 1, 50_000, 120, 10, 0)),
                List.of(),
                0,
                0,
                OptionalInt.empty(),
                Map.of(),
                List.of(plans),
                List.of());
    }

    /** Of a statement by the plan of which an index on {@code code} is missing. */
    private static String cost(String sql) {
        DatabaseReport database = report(
                sql,
                new StatementPlan(
                        StatementKey.of(sql),
                        List.of(new StatementPlan.Scan("item", 5_000, List.of("code"))),
                        false,
                        false));
        var sent = new SentStatement(sql, 10, 10, 1, 1, Optional.empty());
        return Language.EN.text(Message.joined("join.space", QueryCost.of(Optional.of(sent), database)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select name from item where code = ?",
                "select i.id, i.name from item i where i.code = ? order by i.name, i.id",
                "select * from item where code in (?, ?)"
            })
    void an_index_reads_the_rows_that_are_returned(String sql) {
        assertThat(cost(sql))
                .isEqualTo(
                        "Its plan reads the whole table item (about 5,000 rows). An index on item (code) would read only the rows"
                                + " that match. It reads 5,000 rows to return 12; with this index it would read 12 (predicted).");
    }

    /** A recorder cuts long statements; the database may tell a plan of both of two that begin alike. */
    @Test
    void the_plan_of_a_statement_that_was_cut_is_told_where_only_one_begins_so() {
        String begin = "select distinct " + "item.attribute, ".repeat(30);
        String whole = begin + "item.name from item where item.code = ?";
        var plan = new StatementPlan(StatementKey.of(whole), List.of(), true, false);
        var other = new StatementPlan(StatementKey.of(begin + "item.id from item"), List.of(), false, true);

        assertThat(report(whole, plan).plan(begin + "ite…")).contains(plan);
        assertThat(report(whole, plan).plan(whole)).contains(plan);
        assertThat(report(whole, plan, other).plan(begin + "ite…")).isEmpty();
        assertThat(report(whole, plan, other).plan(whole)).contains(plan);
    }

    /** MySQL and MariaDB write DISTINCTROW in their digests. */
    @Test
    void a_distinct_statement_is_known_by_its_digest() {
        DatabaseReport told = report("SELECT DISTINCTROW `item` . `name` FROM `item` WHERE `code` = ? ");

        assertThat(told.of("select distinct item.name from item where code = ?"))
                .isPresent();
        assertThat(told.of("select item.name from item where code = ?")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select name from item where code = ? limit ?",
                "select name from item where code = ? and lower(name) = ?",
                "select count(*) from item where code = ?",
                "select name from item where code = ? …",
                "select distinct name from item where code = ?",
                "select i.name from item i, orders o where i.code = ?",
                "select i.name from item i join orders o on o.item = i.id where i.code = ?",
                "select name from item where code = (select code from best)"
            })
    void nothing_is_predicted_where_other_rows_are_read_than_returned(String sql) {
        assertThat(cost(sql)).endsWith("It reads 5,000 rows to return 12.").doesNotContain("predicted");
    }
}
