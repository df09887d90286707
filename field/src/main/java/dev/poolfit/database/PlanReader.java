package dev.poolfit.database;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what EXPLAIN tells as JSON. */
final class PlanReader {
    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> EQUAL = List.of("=", "<=>", "in");

    private static final Pattern OR = Pattern.compile("(?i)\\bor\\b");

    private PlanReader() {}

    /**
     * Reads a plan of MySQL or MariaDB, which name a table by its alias.
     *
     * @param text the statement
     * @throws RuntimeException if it is no JSON
     * @see <a href="https://mariadb.com/kb/en/explain-format-json/">EXPLAIN FORMAT=JSON</a>
     */
    static StatementPlan mysql(String text, String json) {
        var scans = new ArrayList<StatementPlan.Scan>();
        String code = StatementKey.withoutValues(text);
        boolean[] seen = new boolean[2];
        walk(JSON.readTree(json), node -> {
            seen[0] |= node.has("temporary_table")
                    || node.path("using_temporary_table").asBoolean(false);
            seen[1] |= node.has("filesort") || node.path("using_filesort").asBoolean(false);
            if (node.path("access_type").asString("").equals("ALL") && !isDerived(node)) {
                String alias = node.path("table_name").asString("");
                double rows = node.path("rows_examined_per_scan")
                        .asDouble(node.path("rows").asDouble(0));
                Optional<String> table = table(code, alias);
                scans.add(new StatementPlan.Scan(
                        table.orElse(alias),
                        rows,
                        node.has("possible_keys") || table.isEmpty()
                                ? List.of()
                                : columns(alias, node.path("attached_condition").asString(""))));
            }
        });
        return plan(text, scans, seen[0], seen[1]);
    }

    /**
     * Reads a plan of PostgreSQL, without the number of rows and the indexes of each table.
     *
     * @see <a href="https://www.postgresql.org/docs/16/sql-explain.html">EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON)</a>
     */
    static StatementPlan postgres(String text, String json) {
        var scans = new ArrayList<StatementPlan.Scan>();
        boolean[] sorts = new boolean[1];
        walk(JSON.readTree(json), node -> {
            String type = node.path("Node Type").asString("");
            sorts[0] |= type.equals("Sort");
            if (type.equals("Seq Scan")) {
                scans.add(new StatementPlan.Scan(
                        node.path("Schema").asString("public") + "."
                                + node.path("Relation Name").asString(""),
                        0,
                        columns(
                                node.path("Alias").asString(""),
                                node.path("Filter").asString(""))));
            }
        });
        return plan(text, scans, false, sorts[0]);
    }

    private static StatementPlan plan(String text, List<StatementPlan.Scan> scans, boolean temporary, boolean sorts) {
        return new StatementPlan(StatementKey.of(text), scans, temporary, sorts);
    }

    private static void walk(JsonNode node, Consumer<JsonNode> look) {
        if (node.isObject()) {
            look.accept(node);
        }
        node.values().forEach(each -> walk(each, look));
    }

    /** Returns whether a table is the result of a subquery, which nobody can give an index; MariaDB names it by a number. */
    private static boolean isDerived(JsonNode node) {
        return node.has("materialized_from_subquery")
                || node.has("materialized")
                || node.path("table_name").asString("").startsWith("<");
    }

    /** Returns the table that a statement names so, or gives that alias; empty where it is hidden in a view. */
    private static Optional<String> table(String code, String alias) {
        String end = "`?" + Pattern.quote(alias) + "`?(?![\\w.`])";
        return Stream.of(
                        "\\b(?:from|join)\\s+([\\w.`]+)\\s+(?:as\\s+)?" + end,
                        "\\bfrom\\b.*?,\\s*([\\w.`]+)\\s+(?:as\\s+)?" + end,
                        "(?:\\b(?:from|join)\\s|\\bfrom\\b.*?,)\\s*((?:[\\w`]+\\.)?" + end + ")")
                .map(each -> Pattern.compile(each, Pattern.CASE_INSENSITIVE | Pattern.DOTALL)
                        .matcher(code))
                .filter(Matcher::find)
                .map(found -> found.group(1).replace("`", ""))
                .findFirst();
    }

    /**
     * Returns the columns that a condition compares by themselves: those that are equal to something, then one of a range. None where one
     * comparison or another is enough, which takes several indexes.
     */
    private static List<String> columns(String alias, String text) {
        String condition = StatementKey.withoutValues(text);
        if (OR.matcher(condition).find()) {
            return List.of();
        }
        Matcher compared = Pattern.compile(
                        "(?i)(?<![\\w.`\"])\\(?(?:[`\"]?\\w+[`\"]?\\.)?[`\"]?" + Pattern.quote(alias)
                                + "[`\"]?\\.[`\"]?(\\w+)[`\"]?\\)?(?:::(?:text|bpchar|character varying))?\\s*(<=>|<=|>=|=|<(?!>)|>|in\\b|between\\b)")
                .matcher(condition);
        Set<String> equal = new LinkedHashSet<>();
        Set<String> ranges = new LinkedHashSet<>();
        while (compared.find()) {
            if (!isArgument(condition, compared.start())) {
                (EQUAL.contains(compared.group(2).toLowerCase(Locale.ROOT)) ? equal : ranges).add(compared.group(1));
            }
        }
        var columns = new ArrayList<>(equal);
        ranges.stream().filter(each -> !equal.contains(each)).limit(1).forEach(columns::add);
        return columns;
    }

    /** Returns whether a function is applied to what begins there: no index helps then. */
    private static boolean isArgument(String condition, int start) {
        int bracket = condition.charAt(start) == '(' ? start : start - 1;
        return bracket > 0
                && condition.charAt(bracket) == '('
                && Character.isLetterOrDigit(condition.charAt(bracket - 1));
    }
}
