package dev.poolfit.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.database.StatementPlan.Scan;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What EXPLAIN tells is read as each server writes it; {@code DatabaseWatchIT} asks real ones. */
class PlanReaderTest {
    private static final String SQL = "SELECT DISTINCT i.id FROM item AS i WHERE i.code = 'c1' AND lower(i.name) = 'x'"
            + " AND i.price > 5 ORDER BY i.price";

    @Test
    void mysql_names_a_table_by_its_alias_and_columns_within_functions_need_no_index() {
        StatementPlan plan = PlanReader.mysql(SQL, """
                {"query_block": {"select_id": 1, "ordering_operation": {"using_temporary_table": true,
                  "using_filesort": true, "table": {"table_name": "i", "access_type": "ALL",
                  "rows_examined_per_scan": 99864, "filtered": "3.33", "attached_condition":
                  "((`shop`.`i`.`code` = 'c1') and (lower(`shop`.`i`.`name`) = 'x') and (`shop`.`i`.`price` > 5))"}}}}
                """);

        assertThat(plan.scans()).containsExactly(new Scan("item", 99_864, List.of("code", "price")));
        assertThat(plan.temporary()).isTrue();
        assertThat(plan.sorts()).isTrue();
    }

    @Test
    void mariadb_writes_conditions_without_quotes_and_sorts_as_a_node() {
        StatementPlan plan = PlanReader.mysql(SQL, """
                {"query_block": {"select_id": 1, "cost": 17.2, "filesort": {"sort_key": "i.price", "temporary_table":
                  {"nested_loop": [{"table": {"table_name": "i", "access_type": "ALL", "loops": 1, "rows": 99864,
                  "cost": 17.1, "filtered": 100, "attached_condition": "i.code = 'c1' and lcase(i.`name`) = 'x'"}},
                  {"table": {"table_name": "t", "access_type": "ref", "key": "item_id", "rows": 1}}]}}}}
                """);

        assertThat(plan.scans()).containsExactly(new Scan("item", 99_864, List.of("code")));
        assertThat(plan.temporary()).isTrue();
        assertThat(plan.sorts()).isTrue();
    }

    @Test
    void what_no_index_serves_is_not_asked_for() {
        assertThat(columns("(`shop`.`i`.`status` <> 'DELETED')")).isEmpty();
        assertThat(columns("((`shop`.`i`.`code` = 'a') or (`shop`.`i`.`name` = 'b'))"))
                .isEmpty();
        assertThat(columns("((i.created)::date = $1)")).isEmpty();
        assertThat(columns("((i.status <> 'i.name = 5') and (i.code = 'this or that'))"))
                .as("what a value says does not count")
                .containsExactly("code");
    }

    /** MySQL names it by its alias, MariaDB by a number; what it is made of may need an index. */
    @Test
    void a_subquery_needs_no_index_but_its_table_may() {
        String text = "select t.id from (select id, code from item where name = 'x' limit 9) t where t.code = 5";
        String base = """
                {"query_block": {"table": {"table_name": "item", "access_type": "ALL", "rows": 5000,
                  "attached_condition": "item.`name` = 'x'"}}}""";
        var item = new Scan("item", 5_000, List.of("name"));

        assertThat(PlanReader.mysql(text, """
                {"query_block": {"table": {"table_name": "t", "access_type": "ALL", "rows_examined_per_scan": 9000,
                  "attached_condition": "(`t`.`code` = 5)", "materialized_from_subquery": %s}}}
                """.formatted(base)).scans()).containsExactly(item);
        assertThat(PlanReader.mysql(text, """
                {"query_block": {"nested_loop": [{"table": {"table_name": "<derived2>", "access_type": "ALL",
                  "rows": 9000, "attached_condition": "t.code = 5", "materialized": %s}}]}}
                """.formatted(base)).scans()).containsExactly(item);
    }

    @Test
    void an_index_is_told_of_a_table_that_the_statement_names() {
        assertThat(scan("select p.id from item i, shop.part as p where p.code = 5", "p"))
                .isEqualTo(new Scan("shop.part", 20, List.of("code")));
        assertThat(scan("select id, code p from shop.p where p.code = 5", "p"))
                .isEqualTo(new Scan("shop.p", 20, List.of("code")));
        assertThat(scan("select id from active_items where code = 5", "p"))
                .as("a view of it")
                .isEqualTo(new Scan("p", 20, List.of()));
    }

    private static Scan scan(String text, String alias) {
        return PlanReader.mysql(text, """
                {"query_block": {"table": {"table_name": "%1$s", "access_type": "ALL", "rows": 20,
                  "attached_condition": "%1$s.code = 5"}}}
                """.formatted(alias)).scans().get(0);
    }

    private static List<String> columns(String condition) {
        return PlanReader.mysql(SQL, """
                {"query_block": {"table": {"table_name": "i", "access_type": "ALL", "rows": 20, "attached_condition": "%s"}}}
                """.formatted(condition)).scans().get(0).columns();
    }

    @Test
    void a_long_value_is_left_out_as_a_short_one_is() {
        String text = "select id from item where doc = '" + "it''s \\' ".repeat(2_000) + "' and code = 5";

        assertThat(StatementKey.of(text)).isEqualTo(StatementKey.of("select id from item where doc=? and code=?"));
    }

    @Test
    void an_index_that_is_not_used_on_purpose_is_not_asked_for() {
        assertThat(PlanReader.mysql(SQL, """
                {"query_block": {"table": {"table_name": "i", "access_type": "ALL", "possible_keys": ["code"],
                  "rows": 20, "attached_condition": "i.code = 'c1'"}}}
                """).scans()).containsExactly(new Scan("item", 20, List.of()));
    }

    @Test
    void postgresql_tells_types_beside_columns() {
        StatementPlan plan = PlanReader.postgres(SQL, """
                [{"Plan": {"Node Type": "Sort", "Plans": [{"Node Type": "Seq Scan", "Schema": "public",
                  "Relation Name": "item", "Alias": "i", "Plan Rows": 12, "Filter":
                  "((i.price > $2) AND ((i.code)::text = ($1)::text) AND (lower((i.name)::text) = ($3)::text))"}]}}]
                """);

        assertThat(plan.scans()).containsExactly(new Scan("public.item", 0, List.of("code", "price")));
        assertThat(plan.sorts()).isTrue();
        assertThat(plan.temporary()).isFalse();
    }

    @Test
    void a_statement_with_values_is_the_one_that_the_service_sent_without_them() {
        StatementKey text =
                StatementKey.of("select i.id from item i where i.name='it''s 5' and i.price > -3.5e2 limit 10");

        assertThat(text.matches(StatementKey.of("SELECT i.id FROM item i WHERE i.name = ? AND i.price > ? LIMIT ?")))
                .isTrue();
        assertThat(text.matches(StatementKey.of("select i.id from item i where i.code = ? and i.price > ? limit ?")))
                .isFalse();
        assertThat(StatementKey.of("select 1 from t2").words())
                .as("a name's number is no value")
                .isEqualTo("selectfromt2");
    }

    /** Drivers write parameters into the statement, each kind in its own way. */
    @Test
    void values_of_each_kind_and_comments_are_left_out_on_both_sides() {
        StatementKey sent = StatementKey.of("select i.id from item i where i.uuid=? and i.name is null and i.a=?"
                + " and i.b = ? and i.c = _utf8mb4? and i.d = x? and i.e = ?");

        assertThat(StatementKey.of(
                        "/* dynamic */ select i.id -- from a list\n from item i where i.uuid=_binary'a\\0\\'b' and"
                                + " i.name is NULL and i.a=null and i.b = true and i.c = _utf8mb4 'c' and i.d = X'4D' and"
                                + " i.e = 0x4d5A"))
                .isEqualTo(sent)
                .isNotEqualTo(StatementKey.of(sent.words().replace("isand", "is not null and")));
    }

    @Test
    void only_what_reads_and_is_seen_again_is_asked() {
        var running = new RunningStatements();
        running.add(List.of(
                "update item set stock = 1", "select 1 from item", "SELECT 2 FROM item", "select id from once"));
        running.add(List.of("update item set stock = 2", "(select 1)"));

        assertThat(running.most(5)).containsExactly("SELECT 2 FROM item");
    }
}
